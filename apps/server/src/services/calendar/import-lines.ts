import type { CalendarFacts, CalendarProblem, ImportedEntry } from '../../ports/calendar.ts';

/** Something wrong with a line of an import; lines count from 1. */
export interface LineProblem {
  readonly line: number;
  readonly problem: CalendarProblem;
  /** Text found there, cut to 60 characters. */
  readonly value: string;
}

/** Entries of a file, or what is wrong with it. */
export interface ReadFile {
  readonly entries: readonly (ImportedEntry & { readonly line: number })[];
  readonly problems: readonly LineProblem[];
}

const valueMax = 60;
const uidMax = 200;
const titleMax = 200;
const figureMax = 40;
/** Times further from now than this are taken for mistakes; older entries are removed anyway. */
const farMs = 400 * 86_400_000;

/** Fields of an entry as a file has them; undefined if absent. */
export interface RawEntry {
  readonly line: number;
  readonly uid: string | undefined;
  /** Milliseconds, or what is wrong with the time. */
  readonly atMs: number | CalendarProblem;
  readonly time: string;
  readonly currency: string | undefined;
  readonly importance: string | undefined;
  readonly title: string | undefined;
  readonly forecast: string | undefined;
  readonly previous: string | undefined;
  readonly actual: string | undefined;
  readonly isRemoved: boolean;
}

export function lineProblem(line: number, problem: CalendarProblem, value = ''): LineProblem {
  return { line, problem, value: value.slice(0, valueMax) };
}

const importances: Readonly<Record<string, 1 | 2 | 3>> = {
  '1': 1,
  low: 1,
  '2': 2,
  medium: 2,
  '3': 3,
  high: 3,
};

/** Checks the fields of every entry; a uid may occur once (R-CAL-03). */
export function checkEntries(raw: readonly RawEntry[], nowMs: number): ReadFile {
  const entries: (ImportedEntry & { line: number })[] = [];
  const problems: LineProblem[] = [];
  const seen = new Set<string>();
  for (const one of raw) {
    const found = problemsOf(one, nowMs, seen);
    for (const problem of found) problems.push(problem);
    if (found.length === 0) entries.push(toEntry(one));
  }
  return { entries, problems };
}

function problemsOf(raw: RawEntry, nowMs: number, seen: Set<string>): LineProblem[] {
  const { line, uid = '', title = '', currency = '', importance = '' } = raw;
  const problems: LineProblem[] = [];
  const add = (problem: CalendarProblem, value: string) => problems.push(lineProblem(line, problem, value));
  if (uid === '') add('uid-missing', '');
  else if (uid.length > uidMax) add('uid-long', uid);
  else if (seen.has(uid)) add('uid-repeated', uid);
  seen.add(uid);
  if (!isStorable(uid)) add('text-unreadable', 'uid');
  if (raw.isRemoved) return problems;
  if (typeof raw.atMs === 'string') add(raw.atMs, raw.time);
  else if (isFar(raw.atMs, nowMs)) add('time-too-far', raw.time);
  if (!/^[A-Z]{3}$/.test(currency)) add('currency-unreadable', currency);
  if (importances[importance.toLowerCase()] === undefined) add('importance-unreadable', importance);
  if (title === '') add('title-missing', '');
  else if (title.length > titleMax) add('title-long', title);
  for (const figure of [raw.forecast, raw.previous, raw.actual])
    if (figure !== undefined && figure.length > figureMax) add('figure-long', figure);
  const broken = texts.find((name) => !isStorable(raw[name] ?? ''));
  if (broken !== undefined) add('text-unreadable', broken);
  return problems;
}

const texts = ['title', 'forecast', 'previous', 'actual'] as const;

/** False for control characters, except tabs and ends of lines, and for halves of characters, which no table takes. */
function isStorable(text: string): boolean {
  return !/[\p{Cc}\p{Cs}]/u.test(text.replace(/[\t\r\n]/g, ''));
}

function isFar(atMs: number, nowMs: number): boolean {
  return Math.abs(atMs - nowMs) > farMs;
}

/** Returns the name of the first fact that an import would refuse; null if there is none. */
export function wrongFact(facts: CalendarFacts, nowMs: number): 'at' | (typeof texts)[number] | null {
  if (isFar(facts.atMs, nowMs)) return 'at';
  return texts.find((name) => !isStorable(facts[name])) ?? null;
}

function toEntry(raw: RawEntry): ImportedEntry & { line: number } {
  const { line, uid = '', title = '', currency = '', importance = '', isRemoved } = raw;
  const { forecast = '', previous = '', actual = '' } = raw;
  const atMs = typeof raw.atMs === 'number' ? raw.atMs : 0;
  const grade = importances[importance.toLowerCase()] ?? 1;
  return { line, uid, atMs, currency, importance: grade, title, forecast, previous, actual, isRemoved };
}
