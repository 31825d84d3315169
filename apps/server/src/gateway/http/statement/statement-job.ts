import { createHash } from 'node:crypto';
import type { Statement } from '@candor/contracts/http/statement';
import type { Language } from '@candor/contracts/languages';
import { toStatementCsv } from './statement-csv.ts';
import { renderStatementPdf } from './statement-pdf.ts';

/** A statement to write as a file, in its own thread (R-SEC-33). */
export interface StatementJob {
  /** Statement as JSON bytes: bytes cross to a thread at once, objects one by one. */
  readonly statement: Uint8Array;
  readonly format: 'csv' | 'pdf' | 'signed';
  readonly language: Language;
}

export async function writeStatement({ statement: json, format, language }: StatementJob): Promise<Uint8Array> {
  if (format === 'signed') return toSignable(json);
  const statement = JSON.parse(new TextDecoder().decode(json)) as Statement;
  return format === 'csv'
    ? Buffer.from(toStatementCsv(statement, language))
    : await renderStatementPdf(statement, language);
}

/** SHA-256 of a statement in hex, and behind it the statement as a JSON text; `signStatement` makes the file of it. */
function toSignable(json: Uint8Array): Uint8Array {
  const hash = createHash('sha256').update(json).digest('hex');
  return Buffer.from(hash + JSON.stringify(new TextDecoder().decode(json)));
}
