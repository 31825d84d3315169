import type { FeedPlan } from './feed-plan.ts';

/** A shorter text would be found in other words, and is no key. */
const keyMin = 6;

type Told = Pick<FeedPlan, 'url' | 'host' | 'subscribe' | 'keepAlive' | 'names'>;

/** Returns a text for the log: at most `longest` characters of it, without anything that may be a key. */
export type Blotter = (text: string, longest: number) => string;

/**
 * Creates the function that blots out what may be a key, in any case of letters: the path and query of the address, each
 * part of them, and every text and number in messages to the venue, of at least 6 characters. Symbols and names of fields
 * in messages stay. It hides rather too much than too little (R-MKT-27).
 */
export function createBlotter(plan: Told): Blotter {
  const hidden = [plan.url, ...[...secretsOf(plan)].toSorted((a, b) => b.length - a.length)];
  const reach = hidden.reduce((longest, { length }) => Math.max(longest, length), 0);
  const pattern = new RegExp(hidden.map((one) => one.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)).join('|'), 'gi');
  return (text, longest) => {
    let shown = '';
    let at = 0;
    // A key that the end would cut in two is found as a whole.
    for (const { 0: found, index } of text.slice(0, longest + reach).matchAll(pattern)) {
      if (index >= longest) break;
      shown += text.slice(at, index) + (found === plan.url ? plan.host : '…');
      at = index + found.length;
    }
    return (shown + text.slice(at, Math.max(at, longest))).slice(0, longest);
  };
}

function secretsOf(plan: Told): Set<string> {
  const { pathname, search, searchParams } = new URL(plan.url);
  const messages = [...plan.subscribe, ...(plan.keepAlive === null ? [] : [plan.keepAlive.message])];
  const [texts, fields] = [new Set<string>(), new Set(plan.names)];
  for (const message of messages) gather(JSON.parse(message), texts, fields);
  const told = [...texts].filter((text) => !fields.has(text));
  const parts = [...pathname.split('/'), ...search.slice(1).split(/[&=]/), ...[...searchParams].flat(), ...told];
  const long = parts.flatMap(spellingsOf).filter(({ length }) => length >= keyMin);
  return new Set([...long, ...[pathname, search].filter(({ length }) => length > 1)]);
}

/** Gathers texts and numbers of a message, and the names of its fields. */
function gather(value: unknown, texts: Set<string>, fields: Set<string>): void {
  if (typeof value === 'string' || typeof value === 'number') texts.add(String(value));
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) for (const field of Object.keys(value)) fields.add(field);
  for (const one of Object.values(value)) gather(one, texts, fields);
}

/** The ways in which a venue may write a text: as it is, in an address, in JSON, and as the log shows it. */
function spellingsOf(text: string): string[] {
  const inJson = JSON.stringify(text).slice(1, -1);
  return [
    text,
    tryOr(text, encodeURIComponent),
    tryOr(text, decodeURIComponent),
    inJson,
    text.replace(/\p{Cc}/gu, ' '),
  ];
}

function tryOr(text: string, spell: (text: string) => string): string {
  try {
    return spell(text);
  } catch {
    return text;
  }
}
