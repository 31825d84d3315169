import type { CompanyId } from '@candor/domain/values/ids';
import { expect, test } from 'vitest';
import { toKeyRing } from '../../adapters/keys/document-keys.ts';
import { FileLinks } from './file-links.ts';

const id = 'ab'.repeat(16);
const link = { companyId: 1 as CompanyId, uploadId: id, operatorId: 7 };
const ring = toKeyRing(`${'11'.repeat(32)} ${'22'.repeat(32)}`);
let nowMs = 1_000_000;
const clock = { nowMs: () => nowMs, monotonicMs: () => nowMs };
const links = new FileLinks(ring, clock, 'https://files.example.com');

const tokenOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);

test('R-UPL-06 a link opens for 60 seconds and still names its upload afterwards', () => {
  const url = links.urlOf(link);
  expect(url).toMatch(/^https:\/\/files\.example\.com\/files\/[\w-]+\.[\w-]+$/);
  nowMs += 60_000;
  expect(links.read(tokenOf(url))).toEqual(link);
  nowMs += 1;
  expect(links.read(tokenOf(url))).toBeNull();
  expect(links.uploadIdOf(url)).toBe(id);
});

test('R-UPL-06 a link of another installation or a malformed one opens and names nothing', () => {
  const others = new FileLinks(toKeyRing(`${'33'.repeat(32)} ${'22'.repeat(32)}`), clock, '');
  const url = others.urlOf(link);
  for (const text of [url, '', '/files/', '/files/.', '/files/a.b', `${id}x`, id.toUpperCase(), `https://x/${id}`]) {
    expect(links.read(tokenOf(text))).toBeNull();
    expect(links.uploadIdOf(text)).toBeNull();
  }
  expect(links.uploadIdOf(id)).toBe(id);
});
