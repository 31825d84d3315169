import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { languageCodes } from '../packages/contracts/src/languages.ts';
import { texts as en } from '../packages/texts/src/en/web.ts';
import { allFiles, isSource, isTest, read, root } from './source-tree.ts';

const sources = allFiles('apps/web/src')
  .filter((path) => isSource(path) && !isTest(path))
  .map(read)
  .join('\n');
/** Beginnings of keys made of a prefix and a word known to the compiler: t(`order.${tab}`). */
const beginnings = [...sources.matchAll(/`([a-zA-Z.]+\.)\$\{/g)].map((match) => match[1] ?? '');

it('every text of the app is used (R-LANG-05)', () => {
  const isMade = (key: string) => beginnings.some((beginning) => key.startsWith(beginning));
  const unused = Object.keys(en).filter((key) => !sources.includes(`'${key}'`) && !isMade(key));
  expect(unused).toEqual([]);
});

const folder = join(root, 'packages', 'texts', 'src');
const copies = mkdtempSync(join(tmpdir(), 'candor-texts-'));
afterAll(() => rmSync(copies, { recursive: true }));

type Texts = Readonly<Record<string, unknown>>;

/** Texts of one language by side: the web app's and the server's. */
async function textsOf(language: string, at = folder): Promise<Texts> {
  const load = async (path: string): Promise<Texts> => import(pathToFileURL(join(at, language, path)).href);
  return { web: (await load('web.ts'))['texts'], server: { ...(await load('server.ts')) } };
}

/** Paths of the texts that one language has and the other lacks; plural forms count as one text. */
function missingKeys(texts: unknown, from: unknown, path = ''): string[] {
  if (typeof from !== 'object' || from === null || 'other' in from) {
    const isText = typeof texts === 'string' ? texts.trim() !== '' : typeof texts === 'object';
    return isText ? [] : [path];
  }
  return Object.entries(from).flatMap(([key, text]) =>
    missingKeys((texts as Texts | undefined)?.[key], text, path === '' ? key : `${path}/${key}`),
  );
}

const english = await textsOf('en');

it('one folder per language, and a language for each folder (R-LANG-02)', () => {
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).sort()).toEqual([...languageCodes].sort());
});

it.each(languageCodes)('each missing message key of %s is reported by name (R-LANG-05)', async (language) => {
  const texts = await textsOf(language);
  expect(missingKeys(texts, english)).toEqual([]);
  expect(missingKeys(english, texts)).toEqual([]);
});

it('a key missing from a language, or empty in it, is reported with its path', () => {
  const { web, server } = english as { web: Texts; server: { notices: Texts } };
  const { 'stop-out': _, ...notices } = server.notices;
  const faulty = { web: { ...web, 'tab.order': ' ' }, server: { ...server, notices } };
  expect(missingKeys(faulty, english).sort()).toEqual(['server/notices/stop-out', 'web/tab.order']);
});

it('a fifteenth language is one folder and one line of the list (R-LANG-10)', async () => {
  const at = join(copies, 'packages', 'texts', 'src');
  cpSync(folder, at, { recursive: true });
  cpSync(join(folder, 'de'), join(at, 'xx'), { recursive: true });
  const list = read('packages/contracts/src/languages.ts');
  const line = "  xx: { tag: 'nl', name: 'Nederlands', flag: 'nl', direction: 'ltr' },\n";
  const listPath = join(copies, 'languages.ts');
  writeFileSync(listPath, list.replace('} satisfies Record<string, LanguageFacts>', `${line}$&`));
  const server = join(at, 'server.ts');
  writeFileSync(
    server,
    read('packages/texts/src/server.ts').replace('@candor/contracts/languages', pathToFileURL(listPath).href),
  );
  const { serverTexts } = (await import(pathToFileURL(server).href)) as { serverTexts: Texts };
  expect(serverTexts['xx']).toEqual(serverTexts['de']);
  const web = (await import(pathToFileURL(join(at, 'web.ts')).href)) as { loadWebTexts(code: string): Promise<Texts> };
  expect(await web.loadWebTexts('xx')).toEqual((await textsOf('de'))['web']);
  // No other file names the languages one by one, so nothing else has to be edited.
  const listing = ['apps', 'packages', 'scripts']
    .flatMap((part) => allFiles(part))
    .filter((path) => /\.(tsx?|mjs|js|json|html|css)$/.test(path) && !isTest(path))
    .filter((path) => ['spa', 'vn', 'kr'].every((code) => new RegExp(`\\b${code}\\b`).test(read(path))));
  expect(listing).toEqual(['packages/contracts/src/languages.ts']);
});
