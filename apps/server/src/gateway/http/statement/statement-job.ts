import type { Statement } from '@candor/contracts/http/statement';
import type { Language } from '@candor/contracts/languages';
import { toStatementCsv } from './statement-csv.ts';
import { renderStatementPdf } from './statement-pdf.ts';

/** A statement to be written as a file, in a thread of its own (R-SEC-33). */
export interface StatementJob {
  readonly statement: Statement;
  readonly format: 'csv' | 'pdf';
  readonly language: Language;
}

export async function writeStatement({ statement, format, language }: StatementJob): Promise<Uint8Array> {
  return format === 'csv'
    ? Buffer.from(toStatementCsv(statement, language))
    : await renderStatementPdf(statement, language);
}
