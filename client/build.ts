/** Builds the page into the package: `deno run --allow-all build.ts [folder]`. */

const HERE = new URL(".", import.meta.url).pathname;
const OUTPUT = Deno.args[0] ?? `${HERE}../src/ludotheque/house/page`;

async function bundle(entry: string, out: string): Promise<void> {
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["bundle", "--quiet", "--minify", "--platform", "browser", "--output", out, entry],
    cwd: HERE,
  }).output();
  if (code !== 0) throw new Error(new TextDecoder().decode(stderr));
}

/** The version of a file, as the server computes it: a changed file has another address. */
async function version(file: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", await Deno.readFile(file));
  return new Uint8Array(digest).toHex().slice(0, 16);
}

/** Add versions to the addresses of built files in a text, so that they can be cached. */
async function versioned(text: string): Promise<string> {
  const names = new Set(Array.from(text.matchAll(/"\/([\w-]+\.\w+)"/g), ([, name]) => name ?? ""));
  for (const name of names) {
    text = text.replaceAll(`"/${name}"`, `"/${name}?v=${await version(`${OUTPUT}/${name}`)}"`);
  }
  return text;
}

async function styles(): Promise<string> {
  const files = [...Deno.readDirSync(`${HERE}styles`)].map(({ name }) => name).sort();
  const texts = await Promise.all(files.map((name) => Deno.readTextFile(`${HERE}styles/${name}`)));
  return texts.join("\n");
}

await Deno.mkdir(OUTPUT, { recursive: true });
for (const { name } of Deno.readDirSync(`${HERE}static`)) {
  await Deno.copyFile(`${HERE}static/${name}`, `${OUTPUT}/${name}`);
}
for (const language of ["fr", "en", "de"]) {
  const chapters = ["", "house/", "learn/", "after/"].map((folder) => {
    return `words/${folder}${language}.json`;
  });
  const texts = await Promise.all(chapters.map((path) => Deno.readTextFile(HERE + path)));
  const words = Object.assign({}, ...texts.map((text) => JSON.parse(text)));
  await Deno.writeTextFile(`${OUTPUT}/words.${language}.json`, JSON.stringify(words));
}
await bundle("src/main.tsx", `${OUTPUT}/app.js`);
await Deno.writeTextFile(`${OUTPUT}/app.css`, await versioned(await styles()));
const page = await Deno.readTextFile(`${HERE}index.html`);
await Deno.writeTextFile(`${OUTPUT}/index.html`, await versioned(page));
const worker = (await Deno.readTextFile(`${HERE}sw.js`))
  .replace("VERSION", await version(`${OUTPUT}/index.html`));
await Deno.writeTextFile(`${OUTPUT}/sw.js`, await versioned(worker));
