import type { IncomingMessage } from 'node:http';
import { acceptedLanguage, type Language, parseLanguage } from '@candor/contracts/languages';

/**
 * Returns the language of a socket: `lang` in its address (browsers cannot set headers on a socket) or header, else the
 * first supported one of `accept-language`, else that of the company, else `hk` (R-LANG-04).
 */
export function socketLanguage(
  { url, headers }: Pick<IncomingMessage, 'url' | 'headers'>,
  ofCompany: Language | null,
): Language {
  const query = new URLSearchParams(url?.split('?')[1] ?? '');
  const { lang, 'accept-language': accepted = '' } = headers;
  return (
    parseLanguage(query.get('lang')) ??
    parseLanguage(typeof lang === 'string' ? lang : null) ??
    acceptedLanguage(accepted) ??
    ofCompany ??
    'hk'
  );
}
