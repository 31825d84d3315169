import type { Statement } from '@candor/contracts/http/statement';
import type { Language } from '@candor/contracts/languages';
import { toStatementCsv } from './statement-csv.ts';
import { renderStatementPdf } from './statement-pdf.ts';

/** A statement to be written as a file, in a thread of its own (R-SEC-33). */
export interface StatementJob {
  /** Its JSON: bytes cross to a thread at once, and objects one by one. */
  readonly statement: Uint8Array;
  readonly format: 'csv' | 'pdf';
  readonly language: Language;
}

export async function writeStatement({ statement: json, format, language }: StatementJob): Promise<Uint8Array> {
  const statement = JSON.parse(new TextDecoder().decode(json)) as Statement;
  return format === 'csv'
    ? Buffer.from(toStatementCsv(statement, language))
    : await renderStatementPdf(statement, language);
}
