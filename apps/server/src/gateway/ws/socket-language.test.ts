import { expect, it } from 'vitest';
import { socketLanguage } from './attach-websocket.ts';

it.each([
  ['/v1/ws?lang=de', { lang: 'fr', 'accept-language': 'it' }, 'tr', 'de'],
  ['/v1/ws', { lang: 'fr', 'accept-language': 'it' }, 'tr', 'fr'],
  ['/v1/ws', { 'accept-language': 'xx, de-CH;q=0.8, en;q=0.5' }, 'tr', 'de'],
  ['/v1/ws', { 'accept-language': 'en;q=0.2, ja;q=0.9' }, null, 'jp'],
  ['/v1/ws', { 'accept-language': 'de;q=0, *' }, 'tr', 'tr'],
  ['/v1/ws', { 'accept-language': `${'x,'.repeat(10_000)}de` }, null, 'hk'],
  ['/v1/ws', {}, 'tr', 'tr'],
  ['/v1/ws?lang=xx', {}, null, 'hk'],
] as const)('R-LANG-04 %s with %j at a company with default %s: %s', (url, headers, ofCompany, language) => {
  expect(socketLanguage({ url, headers }, ofCompany)).toBe(language);
});
