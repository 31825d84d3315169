import { expect, test } from 'vitest';
import { pdfTexts } from '../../../../../../testkit/pdf-text.ts';
import type { ReadableOwnData } from '../../../services/own-data/own-data.ts';
import { inFont, writeOwnData } from './own-data-pdf.ts';

const write = async (data: ReadableOwnData, language: 'en' | 'ru' | 'ar') => {
  const file = await writeOwnData({ content: Buffer.from(JSON.stringify(data)), language });
  return pdfTexts(Buffer.from(file)).join('').replaceAll(/\s/g, '');
};

test('R-SES-47 a letter that the font lacks is given by its number, and no other is changed', () => {
  expect(inFont('Zoë Nguyễn-Ærø, Щербак\n€ 5 – “ok”')).toBe('Zoë Nguyễn-Ærø, Щербак € 5 – “ok”');
  expect(inFont('陳 大')).toBe('U+9673  U+5927 ');
  expect(inFont('😀')).toBe('U+1F600 ');
});

test('R-SES-47 each kind has its title and its rows; one that is cut says so, an empty one is left out', async () => {
  const data: ReadableOwnData = {
    madeAtMs: 1_700_000_000_000,
    company: 'Test',
    uid: '77',
    kinds: [
      { kind: 'profile', rows: [[['email', 'ada@example.com']]], isCut: false },
      { kind: 'devices', rows: [], isCut: false },
      { kind: 'receipts', rows: [[['id', '1-open']]], isCut: true },
    ],
  };
  const english = await write(data, 'en');
  expect(english).toContain('Profile(profile)emailada@example.com');
  expect(english).toContain('Receipts(receipts)id1-openThefirst100arehere;theJSONfilehasall.');
  expect(english).not.toContain('Devices');
  expect(await write(data, 'ru')).toContain('Профиль(profile)');
  expect(await write(data, 'ar')).toContain('Profile(profile)');
});
