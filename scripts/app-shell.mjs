// A vite plugin for an app that opens without a network: it puts the boot script and the version of the build into the
// page, and the list of the build's files into `sw.js` (docs/adr/0025-service-worker.md).
import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Folder of the texts, with one folder per language. */
const textsFolder = fileURLToPath(new URL('../packages/texts/src/', import.meta.url));
/** Typefaces that only some languages need. */
const laterFont = /\/assets\/(?!geist-latin-wght).*\.woff2$/;
/** Too many, and drawn by letters where they are missing. */
const leftOut = /^\/(?:flags\/|app\.webmanifest|index\.html|boot\.js|sw\.js)|\.(?:br|gz)$/;
const firstFont = /\/geist-latin-wght-normal-[\w-]{8}\.woff2$/;
const bootTag = '<script src="/boot.js"></script>';

const firstTexts = /\/texts\/src\/(\w+)\/first\.ts$/;
const laterTexts = /\/texts\/src\/(\w+)\/later\.ts$/;

/** Name of a chunk of texts: its language, with "-later" for those of the later screens; undefined for every other chunk. */
export function textsOf({ facadeModuleId }) {
  const later = laterTexts.exec(facadeModuleId ?? '')?.[1];
  return later === undefined ? firstTexts.exec(facadeModuleId ?? '')?.[1] : `${later}-later`;
}

/** `languages` is the list of `@candor/contracts/languages`. */
export function appShell(languages) {
  let config;
  let textFiles = {};
  return {
    name: 'candor:app-shell',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    generateBundle(_options, bundle) {
      const named = Object.values(bundle).map((chunk) => [textsOf(chunk), `/${chunk.fileName}`]);
      textFiles = Object.fromEntries(named.filter(([name]) => name !== undefined));
      const names = Object.keys(languages).flatMap((language) => [language, `${language}-later`]);
      const missing = names.filter((name) => textFiles[name] === undefined);
      if (missing.length > 0) throw new Error(`The build has no texts of ${missing.join(', ')}`);
    },
    async writeBundle() {
      const outDir = join(config.root, config.build.outDir);
      const booting = await pageWithBoot(config, outDir, languages, textFiles);
      const files = await shellFiles(outDir, textFiles);
      const page = pageWithFont(booting, files);
      const version = await versionOf(outDir, page, files);
      const mark = `<meta name="candor-build" content="${version}" />`;
      await writeFile(join(outDir, 'index.html'), page.replace('<meta charset="utf-8" />', `$&\n    ${mark}`));
      const worker = join(config.root, 'src', 'worker', 'service-worker.ts');
      const candorShell = { version, files };
      await writeFile(join(outDir, 'sw.js'), await bundleAlone(config.root, worker, { candorShell }));
    },
  };
}

/** Puts the boot script into the page: it runs before the first paint and must not cost a round trip. The server allows it by its hash. */
async function pageWithBoot({ root }, outDir, languages, textFiles) {
  const page = await readFile(join(outDir, 'index.html'), 'utf8');
  if (!page.includes(bootTag)) throw new Error(`index.html has no ${bootTag}`);
  await rm(join(outDir, 'boot.js'));
  const candorLanguages = Object.fromEntries(
    Object.entries(languages).map(([code, { tag, direction }]) => [code, [textFiles[code], tag, direction]]),
  );
  const boot = await bundleAlone(root, join(root, 'public', 'boot.js'), { candorLanguages });
  const earlyCalls = await bundleAlone(root, join(root, 'src', 'boot', 'early-calls.ts'), {});
  const candorFailed = Object.fromEntries(await Promise.all(Object.keys(languages).map(failedWords)));
  const firstFiles = await bundleAlone(root, join(root, 'src', 'boot', 'first-files.ts'), { candorFailed });
  return page.replace(
    bootTag,
    () => `<script>${[boot, earlyCalls, firstFiles].map((one) => one.trim()).join('')}</script>`,
  );
}

/** Texts of a page that failed before its texts were loaded, read from those texts. */
async function failedWords(language) {
  const texts = await readFile(join(textsFolder, language, 'web', 'app.ts'), 'utf8');
  const words = ['failed.title', 'common.tryAgain'].map((key) => texts.split(`'${key}': '`)[1]?.split("',\n")[0]);
  if (words.includes(undefined)) throw new Error(`${language}/web/app.ts lacks the texts of a page that failed`);
  return [language, words];
}

/** Preloads the first typeface with the scripts; otherwise the screen would be painted twice. */
function pageWithFont(page, files) {
  const font = files.find(({ path }) => firstFont.test(path));
  if (font === undefined) throw new Error('The build has no first typeface');
  const link = `<link rel="preload" as="font" type="font/woff2" crossorigin href="${font.path}" />`;
  return page.replace('</title>', `$&\n    ${link}`);
}

/** Files of the build. Core ones are kept from the start; other languages and typefaces once they were used. */
async function shellFiles(outDir, textFiles) {
  const foreignTexts = new Set(Object.values(textFiles));
  for (const own of ['en', 'en-later']) foreignTexts.delete(textFiles[own]);
  const names = await readdir(outDir, { recursive: true, withFileTypes: true });
  return names
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(outDir.length).replaceAll('\\', '/'))
    .filter((path) => !leftOut.test(path))
    .toSorted()
    .map((path) => ({ path, isCore: !laterFont.test(path) && !foreignTexts.has(path) }));
}

/** Version of the build; changes with every byte of the app. */
async function versionOf(outDir, page, files) {
  const hash = createHash('sha256').update(page);
  for (const { path } of files)
    hash
      .update(path)
      .update('\0')
      .update(await readFile(join(outDir, path)));
  return hash.digest('hex').slice(0, 12);
}

/** Bundles one file without imports, with values of the build in place of names. */
async function bundleAlone(root, input, values) {
  const define = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]));
  const built = await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    define,
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: { input, output: { format: 'iife' } },
    },
  });
  return [built].flat()[0].output[0].code;
}
