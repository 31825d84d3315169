import type { ConsoleCall } from '@candor/contracts/console/call';
import type { FastifyReply } from 'fastify';

const pageRows = 1_000;
const pagesMax = 100;

/** A list whole, as CSV by RFC 4180, at most 100,000 rows; every cell is safe to open in a spreadsheet (R-OPS-20). */
export async function sendCsv(
  reply: FastifyReply,
  call: ConsoleCall,
  readPage: (page: number, perPage: number) => Promise<Record<string, unknown>[]>,
): Promise<FastifyReply> {
  const lines: string[] = [];
  let columns: string[] = [];
  for (let page = 1; page <= pagesMax; page += 1) {
    const rows = await readPage(page, pageRows);
    if (lines.length === 0 && rows[0] !== undefined) {
      columns = Object.keys(rows[0]);
      lines.push(columns.map(toCsvCell).join(','));
    }
    for (const row of rows) lines.push(columns.map((column) => toCsvCell(row[column])).join(','));
    if (rows.length < pageRows) break;
  }
  const name = call.path.replaceAll(/[^a-z]+/g, '-').replaceAll(/^-|-$/g, '');
  reply.header('content-disposition', `attachment; filename="${name}.csv"`);
  return reply.type('text/csv; charset=utf-8').send(`${lines.join('\r\n')}\r\n`);
}

/** Quoted where needed; a text that a spreadsheet would take for a formula is given a leading apostrophe. */
export function toCsvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const isPlainNumber = /^-?\d+(\.\d+)?$/.test(text);
  const safe = !isPlainNumber && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
