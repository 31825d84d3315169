import { type Language, languages } from '@candor/contracts/languages';
import type * as english from './en/server.ts';
import type { TextsLike } from './texts-like.ts';

/** Every text that the server sends, in one language: refusals, notices, mails, SMS, documents and instrument names. */
export type ServerTexts = TextsLike<typeof english>;

async function loadServerTexts(language: Language): Promise<ServerTexts> {
  return (await import(`./${language}/server.ts`)) as ServerTexts;
}

const codes = Object.keys(languages) as Language[];
const loaded = await Promise.all(codes.map(async (code) => [code, await loadServerTexts(code)] as const));

/** The server's texts in all languages, loaded once at start. */
export const serverTexts = Object.fromEntries(loaded) as Readonly<Record<Language, ServerTexts>>;
