import { Readable } from 'node:stream';
import type { ConsoleCall } from '@candor/contracts/console/call';
import type { FastifyReply } from 'fastify';
import { forEachInSlices, sliceRows, WorkEndedError } from '../../../ports/work.ts';
import { invalidField } from '../envelope.ts';
import { signalOf } from '../reply.ts';

/** Rows read at once: formatting them is one turn of the trading thread. */
const pageRows = 250;
/** Maximum rows of a file; a longer list is refused and the caller narrows the filters. */
export const csvRowsMax = 100_000;

type Row = Readonly<Record<string, unknown>>;

/**
 * Sends a whole list as CSV by RFC 4180, at most 100,000 rows or none (`invalidField` format); every cell is safe to
 * open in a spreadsheet (R-OPS-20). Times are ISO 8601 in UTC, which their columns name. It is written in slices and ends when the client disconnects (R-SEC-33). Columns
 * come from the call's description, so that an empty list has them too.
 */
export async function sendCsv(
  reply: FastifyReply,
  call: ConsoleCall,
  readPage: (page: number, perPage: number) => Promise<{ readonly data: readonly Row[]; readonly total: number }>,
): Promise<FastifyReply> {
  const columns = columnsOf(call);
  const signal = signalOf(reply);
  const line = (cells: readonly unknown[]) => Buffer.from(`${cells.map(toCsvCell).join(',')}\r\n`);
  const lines = [line(columns.map((column) => (isTime(column) ? `${column}_utc` : column)))];
  // Rows added between pages shift others onto the next page: each row is written once.
  const written = new Set<unknown>();
  for (let page = 1; ; page += 1) {
    const { data, total } = await readPage(page, pageRows);
    if (total > csvRowsMax || lines.length > csvRowsMax) throw invalidField('format');
    await forEachInSlices(data, (row) => {
      if (row['id'] !== undefined && written.has(row['id'])) return;
      written.add(row['id']);
      lines.push(line(columns.map((column) => timeOr(column, row[column]))));
    });
    if (signal.aborted) throw new WorkEndedError('csv');
    if (data.length < pageRows) break;
  }
  const name = call.path.replaceAll(/[^a-z]+/g, '-').replaceAll(/^-|-$/g, '');
  reply.header('content-disposition', `attachment; filename="${name}.csv"`);
  return reply.type('text/csv; charset=utf-8').send(Readable.from(inPieces(lines)));
}

function* inPieces(lines: readonly Buffer[]): Generator<Buffer> {
  for (let at = 0; at < lines.length; at += sliceRows) yield Buffer.concat(lines.slice(at, at + sliceRows));
}

function columnsOf(call: ConsoleCall): string[] {
  const { shape } = call.answer as unknown as { shape: { data: { def: { element: { shape: object } } } } };
  return Object.keys(shape.data.def.element.shape);
}

/** True for a field that holds a time as milliseconds since 1970 UTC, by its name in the contracts. */
export function isTime(field: string): boolean {
  return /(^|_)at$|^since$|_(until|from)$|^next_(open|close)$/.test(field);
}

/** Returns a time as ISO 8601 in UTC; any other value unchanged. */
function timeOr(field: string, value: unknown): unknown {
  if (typeof value === 'number' && isTime(field)) return new Date(value).toISOString();
  if (typeof value !== 'object' || value === null) return value;
  return JSON.parse(JSON.stringify(value, (key, inner: unknown) => inTime(key, inner)));
}

/** Fields within a cell's JSON; `from` and `to` are those of a closure. */
function inTime(key: string, value: unknown): unknown {
  const isOf = isTime(key) || key === 'from' || key === 'to';
  return typeof value === 'number' && isOf ? new Date(value).toISOString() : value;
}

/**
 * Quotes a cell where needed. A text that a spreadsheet would read as a formula gets one leading apostrophe, and so
 * does one that differs from such a text only by leading apostrophes: removing one restores every text.
 */
export function toCsvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const isPlainNumber = /^-?\d+(\.\d+)?$/.test(text);
  const safe = !isPlainNumber && /^'*[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
