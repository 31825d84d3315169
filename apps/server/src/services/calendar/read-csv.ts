import type { CalendarProblem } from '../../ports/calendar.ts';
import { checkEntries, type LineProblem, lineProblem, type RawEntry, type ReadFile } from './import-lines.ts';

const required = ['uid', 'time', 'currency', 'importance', 'title'] as const;
const optional = ['forecast', 'previous', 'actual', 'status'] as const;
type Column = (typeof required)[number] | (typeof optional)[number];
const columns: readonly string[] = [...required, ...optional];

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Reads a CSV file (RFC 4180, commas or semicolons) whose first line names its columns: uid, time, currency, importance
 * and title, and if wanted forecast, previous, actual and status (`removed` removes the entry).
 */
export function readCsv(text: string, nowMs: number): ReadFile {
  const { rows, problems } = splitRows(text.replace(/^\uFEFF/, ''));
  const header = rows[0];
  if (problems.length > 0 || header === undefined)
    return { entries: [], problems: problems.length > 0 ? problems : [lineProblem(1, 'no-header')] };
  const names = header.cells.map((cell) => cell.trim().toLowerCase());
  const wrong = headerProblems(names, header.line);
  if (wrong.length > 0) return { entries: [], problems: wrong };
  const raw: RawEntry[] = [];
  const uneven: LineProblem[] = [];
  for (const row of rows.slice(1)) {
    if (row.cells.length === names.length) raw.push(toRaw(row, names as Column[]));
    else uneven.push(lineProblem(row.line, 'cells-differ', `${row.cells.length}`));
  }
  const read = checkEntries(raw, nowMs);
  return { ...read, problems: [...uneven, ...read.problems].sort((a, b) => a.line - b.line) };
}

function headerProblems(names: readonly string[], line: number): LineProblem[] {
  const unknown = names.filter((name) => !columns.includes(name));
  const missing = required.filter((name) => !names.includes(name));
  return [
    ...unknown.map((name) => lineProblem(line, 'column-unknown', name)),
    ...missing.map((name) => lineProblem(line, 'column-missing', name)),
  ];
}

function toRaw({ line, cells }: Row, names: readonly Column[]): RawEntry {
  const cell = (name: Column) => {
    const at = names.indexOf(name);
    return at < 0 ? undefined : (cells[at] ?? '').trim();
  };
  const time = cell('time') ?? '';
  return {
    line,
    uid: cell('uid'),
    time,
    atMs: timeOf(time),
    currency: cell('currency'),
    importance: cell('importance'),
    title: cell('title'),
    forecast: cell('forecast'),
    previous: cell('previous'),
    actual: cell('actual'),
    isRemoved: cell('status')?.toLowerCase() === 'removed',
  };
}

/** Returns the milliseconds of an ISO 8601 time with its offset, or what is wrong with it. */
function timeOf(text: string): number | CalendarProblem {
  const [, date, clock, zone] = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? [];
  if (date === undefined || clock === undefined) return 'time-unreadable';
  if (zone === undefined) return 'time-without-zone';
  const atMs = Date.parse(`${date}T${clock}${zone}`);
  // A day that does not exist, such as 30 February, would be read as the one after it.
  const isReal = !Number.isNaN(atMs) && new Date(Date.parse(`${date}T00:00Z`)).toISOString().startsWith(date);
  return isReal ? atMs : 'time-unreadable';
}

/** Splits a text into rows of cells, with the line on which each begins; empty lines are left out. */
function splitRows(text: string): { readonly rows: readonly Row[]; readonly problems: readonly LineProblem[] } {
  const separator = (/^[^\r\n]*/.exec(text)?.[0] ?? '').includes(';') ? ';' : ',';
  const rows: Row[] = [];
  let cells: string[] = [];
  let cell = '';
  let [line, begun] = [1, 1];
  let quotedAt: number | null = null;
  const endRow = () => {
    cells.push(cell);
    if (cells.length > 1 || cell.trim() !== '') rows.push({ line: begun, cells });
    cells = [];
    cell = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] as string;
    if (char === '\n') line += 1;
    if (quotedAt !== null) {
      if (char !== '"') cell += char;
      else if (text[at + 1] === '"') {
        cell += char;
        at += 1;
      } else quotedAt = null;
    } else if (char === '"' && cell.trim() === '') {
      cell = '';
      quotedAt = line;
    } else if (char === separator) {
      cells.push(cell);
      cell = '';
    } else if (char === '\n') {
      endRow();
      begun = line;
    } else if (char !== '\r') cell += char;
  }
  if (quotedAt !== null) return { rows: [], problems: [lineProblem(quotedAt, 'quote-open', cell)] };
  endRow();
  return { rows, problems: [] };
}
