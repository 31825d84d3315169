import { text } from '@candor/texts/console';

/** Returns the words for a value of the wire, e.g. `stop-loss` or `second-factor-set-up`; a named one first. */
export function formatWord(value: string): string {
  const named: Readonly<Record<string, string>> = text.words;
  if (Object.hasOwn(named, value)) return named[value] ?? value;
  const words = value.replaceAll(/[-_]/g, ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Parses typed words to the value of the wire that `formatWord` shows them for. */
export function parseWord(typed: string): string {
  const named = Object.entries(text.words).find(([, words]) => words.toLowerCase() === typed.trim().toLowerCase());
  return named?.[0] ?? typed.toLowerCase().replaceAll(' ', '-');
}
