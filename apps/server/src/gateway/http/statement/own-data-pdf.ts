import { setImmediate } from 'node:timers/promises';
import type { Language } from '@candor/contracts/languages';
import { serverTexts } from '@candor/texts/server';
import PdfFile from 'pdfkit';
import { type ReadableOwnData, readableRowsMax } from '../../../services/own-data/own-data.ts';
import { bytesOf, registerFonts } from './pdf-document.ts';
import { pageMargin } from './pdf-table.ts';
import { pdfLanguageOf } from './statement-format.ts';

/** Data kept about a person, to write as a PDF in its own thread (R-SES-47). */
export interface OwnDataJob {
  /** `ReadableOwnData` as JSON bytes. */
  readonly content: Uint8Array;
  readonly language: Language;
}

/** Letters of the font: Latin and Cyrillic with their marks, punctuation and currencies. */
const lacking = /[^\u0020-\u024f\u0400-\u045f\u1e00-\u1eff\u2010-\u2026\u2030-\u203a\u20ac\u2212]/gu;

/** Draws the data as PDF, A4. It yields between rows, so that a long one delays no other work. */
export async function writeOwnData({ content, language }: OwnDataJob): Promise<Uint8Array> {
  const data = JSON.parse(new TextDecoder().decode(content)) as ReadableOwnData;
  const { ownData: text, statement } = serverTexts[pdfLanguageOf(language)];
  const madeAt = new Date(data.madeAtMs);
  const document = new PdfFile({ size: 'A4', margin: pageMargin, info: { Title: text.title, CreationDate: madeAt } });
  const whole = bytesOf(document);
  registerFonts(document);
  document.font('bold').fontSize(18).fillColor('#111111').text(inFont(data.company));
  document.font('regular').fontSize(12).text(`${text.title} · ${data.uid}`);
  document.moveDown(0.3).fontSize(8).fillColor('#444444');
  document.text(`${statement.madeAt} ${madeAt.toISOString().slice(0, 19)}Z`);
  document.text(text.fields).text(text.letters);
  for (const { kind, rows, isCut } of data.kinds) {
    if (rows.length === 0) continue;
    const title = text.kinds[kind as keyof typeof text.kinds];
    document.moveDown(0.8).font('bold').fontSize(11).fillColor('#111111').text(`${title} (${kind})`);
    for (const row of rows) {
      await setImmediate();
      const line = row.map(([name, value]) => `${name} ${inFont(value)}`).join(' · ');
      document.moveDown(0.25).font('regular').fontSize(7.5).fillColor('#222222').text(line);
    }
    const more = text.more.replace('{rows}', String(readableRowsMax));
    if (isCut) document.moveDown(0.25).font('bold').fontSize(7.5).text(more);
  }
  document.end();
  return whole;
}

/** A letter that the font lacks as its number: a box in its place would say nothing. */
export function inFont(text: string): string {
  const plain = text.replace(/\s+/g, ' ');
  return plain.replace(lacking, (letter) => {
    const number = (letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `U+${number} `;
  });
}
