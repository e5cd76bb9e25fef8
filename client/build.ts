/** Builds the page into the package: `deno run -A build.ts [folder]`. */

const HERE = new URL(".", import.meta.url).pathname;
const WANTED = Deno.args[0] ?? `${HERE}../src/ludotheque/house/page`;

async function bundle(entry: string, out: string): Promise<void> {
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["bundle", "--quiet", "--minify", "--platform", "browser", "--output", out, entry],
    cwd: HERE,
  }).output();
  if (code !== 0) throw new Error(new TextDecoder().decode(stderr));
}

/** The first signs of a file's hash: another file has another address. */
async function mark(file: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", await Deno.readFile(file));
  return new Uint8Array(digest).toHex().slice(0, 12);
}

async function styles(): Promise<string> {
  const files = [...Deno.readDirSync(`${HERE}styles`)].map(({ name }) => name).sort();
  const texts = await Promise.all(files.map((name) => Deno.readTextFile(`${HERE}styles/${name}`)));
  return texts.join("\n");
}

await Deno.mkdir(WANTED, { recursive: true });
await bundle("src/main.tsx", `${WANTED}/app.js`);
await Deno.writeTextFile(`${WANTED}/app.css`, await styles());
for (const language of ["fr", "en", "de"]) {
  const words = JSON.parse(await Deno.readTextFile(`${HERE}words/${language}.json`));
  await Deno.writeTextFile(`${WANTED}/words.${language}.json`, JSON.stringify(words));
}
for (const { name } of Deno.readDirSync(`${HERE}static`)) {
  await Deno.copyFile(`${HERE}static/${name}`, `${WANTED}/${name}`);
}
const page = await Deno.readTextFile(`${HERE}index.html`);
await Deno.writeTextFile(
  `${WANTED}/index.html`,
  page.replace("APP_CSS", await mark(`${WANTED}/app.css`))
    .replace("APP_JS", await mark(`${WANTED}/app.js`)),
);
