import type { ConsoleCall } from '@candor/contracts/console/call';
import type { FastifyReply } from 'fastify';
import { invalidField } from '../envelope.ts';

const pageRows = 1_000;
/** More than this is not sent in part: the caller narrows what he asks for. */
export const csvRowsMax = 100_000;

type Row = Readonly<Record<string, unknown>>;

/**
 * A list whole, as CSV by RFC 4180, at most 100,000 rows or none of them (`invalidField` format); every cell is safe to
 * open in a spreadsheet (R-OPS-20). Columns are those of the call's description, so that an empty list has them too.
 */
export async function sendCsv(
  reply: FastifyReply,
  call: ConsoleCall,
  readPage: (page: number, perPage: number) => Promise<{ readonly data: readonly Row[]; readonly total: number }>,
): Promise<FastifyReply> {
  const columns = columnsOf(call);
  const lines = [columns.map(toCsvCell).join(',')];
  // A row that came in between pages moves others onto the next: each is written once.
  const written = new Set<unknown>();
  for (let page = 1; ; page += 1) {
    const { data, total } = await readPage(page, pageRows);
    if (total > csvRowsMax || lines.length > csvRowsMax) throw invalidField('format');
    for (const row of data) {
      if (row['id'] !== undefined && written.has(row['id'])) continue;
      written.add(row['id']);
      lines.push(columns.map((column) => toCsvCell(row[column])).join(','));
    }
    if (data.length < pageRows) break;
  }
  const name = call.path.replaceAll(/[^a-z]+/g, '-').replaceAll(/^-|-$/g, '');
  reply.header('content-disposition', `attachment; filename="${name}.csv"`);
  return reply.type('text/csv; charset=utf-8').send(`${lines.join('\r\n')}\r\n`);
}

function columnsOf(call: ConsoleCall): string[] {
  const { shape } = call.answer as unknown as { shape: { data: { def: { element: { shape: object } } } } };
  return Object.keys(shape.data.def.element.shape);
}

/**
 * Quoted where needed. A text that a spreadsheet would take for a formula is given one leading apostrophe, and so is
 * one that only differs from such a text by leading apostrophes: taking one off gives every text back.
 */
export function toCsvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const isPlainNumber = /^-?\d+(\.\d+)?$/.test(text);
  const safe = !isPlainNumber && /^'*[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
