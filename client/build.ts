/** Builds the page into the package: `deno run --allow-all build.ts [folder]`. */

import { wordsPath, writeManifests, writeWords } from "./languages.ts";

const HERE = new URL(".", import.meta.url).pathname;
const OUTPUT = Deno.args[0] ?? `${HERE}../src/ludotheque/house/page`;

const CHUNK_NAME = /-[0-9a-f]{16}\.js$/; // a file of code whose name ends with its version

/** Bundle the code: `main.js`, and chunks that it imports. Returns their texts by name. */
async function bundle(): Promise<Map<string, string>> {
  const folder = await Deno.makeTempDir();
  const options = ["--quiet", "--minify", "--platform", "browser", "--code-splitting"];
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["bundle", ...options, "--outdir", folder, "src/main.tsx"],
    cwd: HERE,
  }).output();
  if (code !== 0) throw new Error(new TextDecoder().decode(stderr));
  const files = [...Deno.readDirSync(folder)].map(({ name }) => name);
  const texts = await Promise.all(files.map((name) => Deno.readTextFile(`${folder}/${name}`)));
  await Deno.remove(folder, { recursive: true });
  return new Map(files.map((name, i) => [name, texts[i] ?? ""]));
}

/** Write the bundle as `app.js` and chunks, and return the names of the chunks. The bundler names
 * chunks after the paths of their sources, which differ between machines; here they are named after
 * their contents. */
async function writeBundle(): Promise<string[]> {
  const bundled = await bundle();
  const shared = [...bundled.keys()].filter((name) => name.startsWith("chunk-"));
  if (shared.length !== 1) throw new Error("screens share code that is not in src/core.ts");
  const written = new Map<string, string>(); // names by the bundler's names
  const write = async (name: string): Promise<string> => {
    const done = written.get(name);
    if (done !== undefined) return done;
    let text = bundled.get(name) ?? "";
    for (const other of bundled.keys()) {
      if (text.includes(`"./${other}"`)) {
        text = text.replaceAll(`"./${other}"`, `"./${await write(other)}"`);
      }
    }
    const stem = name.replace(/-[A-Z0-9]{8}\.js$/, "").replace(/^chunk$/, "core");
    const chunk = `${stem}-${await hash(new TextEncoder().encode(text))}.js`;
    written.set(name, name === "main.js" ? "app.js" : chunk);
    await Deno.writeTextFile(`${OUTPUT}/${written.get(name)}`, text);
    return chunk;
  };
  await write("main.js");
  return [...written.values()].filter((name) => CHUNK_NAME.test(name)).sort();
}

/** The version of some contents, as the server computes it. */
async function hash(contents: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", contents);
  return new Uint8Array(digest).toHex().slice(0, 16);
}

/** The version of a file: a changed file has another address. */
async function version(file: string): Promise<string> {
  return await hash(await Deno.readFile(`${OUTPUT}/${file}`));
}

/** Add versions to the addresses of built files in a text, so that they can be cached. */
async function versioned(text: string): Promise<string> {
  const names = new Set(Array.from(text.matchAll(/"\/([\w-]+\.\w+)"/g), ([, name]) => name ?? ""));
  for (const name of names) {
    if (CHUNK_NAME.test(name)) continue; // it has one
    text = text.replaceAll(`"/${name}"`, `"/${name}?v=${await version(name)}"`);
  }
  return text;
}

/** All styles, without comments and indentation. */
async function styles(): Promise<string> {
  const files = [...Deno.readDirSync(`${HERE}styles`)].map(({ name }) => name).sort();
  const texts = await Promise.all(files.map((name) => Deno.readTextFile(`${HERE}styles/${name}`)));
  return texts.join("\n").replace(/\/\*[^]*?\*\//g, "").replace(/\n\s*/g, "\n").trimStart();
}

await Deno.mkdir(OUTPUT, { recursive: true });
for (const { name } of Deno.readDirSync(OUTPUT)) {
  if (CHUNK_NAME.test(name)) await Deno.remove(`${OUTPUT}/${name}`);
}
for (const { name } of Deno.readDirSync(`${HERE}static`)) {
  await Deno.copyFile(`${HERE}static/${name}`, `${OUTPUT}/${name}`);
}
const languages = await writeWords(`${HERE}words`, OUTPUT);
await writeManifests(
  `${HERE}words`,
  await Deno.readTextFile(`${HERE}static/manifest.webmanifest`),
  OUTPUT,
  Object.keys(languages),
);
const chunks = await writeBundle();
const core = chunks.find((name) => name.startsWith("core-")) ?? "";
await Deno.writeTextFile(`${OUTPUT}/app.css`, await versioned(await styles()));
const page = (await Deno.readTextFile(`${HERE}index.html`))
  .replace("CORE", core)
  .replace("{}", () => JSON.stringify(languages).replaceAll("<", "\\u003c"));
await Deno.writeTextFile(`${OUTPUT}/index.html`, await versioned(page));
const worker = (await Deno.readTextFile(`${HERE}sw.js`))
  .replace("VERSION", await version("index.html"))
  .replace("CHUNKS = []", `CHUNKS = ${JSON.stringify(chunks.map((name) => `/${name}`))}`)
  .replace("WORDS = []", `WORDS = ${JSON.stringify(Object.keys(languages).map(wordsPath))}`);
await Deno.writeTextFile(`${OUTPUT}/sw.js`, await versioned(worker));
