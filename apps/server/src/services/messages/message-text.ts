import { type Language, languages } from '@candor/contracts/languages';
import { formatDecimal } from '@candor/domain/values/decimal';
import { serverTexts } from '@candor/texts/server';
import type { MessageKind, MessageText, MessageTexts, MessageValues } from './message-kinds.ts';

/** What is longer comes from nobody who means well; the rest is cut off. */
const valueLettersMax = 300;

/**
 * A message as it is sent: plain text, and for kinds that go by SMS the short `sms` too. Values are put in as they
 * are and never looked at again, each on one line of bounded length, so that none can add a heading or a paragraph.
 * A paragraph about a value that is null is left out.
 */
export function messageOf<Kind extends MessageKind>(
  kind: Kind,
  language: Language,
  values: MessageValues[Kind],
): MessageText<Kind> {
  const given: readonly (readonly [string, Value | null])[] = Object.entries(values);
  const missing = given.flatMap(([hole, value]) => (value === null ? [`{${hole}}`] : []));
  const words = new Map(
    given.flatMap(([hole, value]) => (value === null ? [] : [[hole, wordOf(hole, value, language)] as const])),
  );
  const templates: MessageTexts = serverTexts[language].messages;
  const template: MessageText<Kind> = templates[kind];
  const filled = Object.entries(template).map(([part, text]: [string, string]) => {
    const paragraphs = text.split('\n\n').filter((paragraph) => !missing.some((hole) => paragraph.includes(hole)));
    return [part, fill(paragraphs.join('\n\n'), words)];
  });
  return Object.fromEntries(filled) as MessageText<Kind>;
}

/** Returns a mail's text with the link that takes its event back as the last line; unchanged without a link (R-FND-43). */
export function withTakeBackLink(text: string, language: Language, link: string | null): string {
  return link === null ? text : `${text}\n\n${serverTexts[language].takeBackLine.replace('{link}', link)}`;
}

function fill(text: string, words: ReadonlyMap<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (_, hole: string) => {
    const word = words.get(hole);
    if (word === undefined) throw new Error(`Invariant: the message has a value for {${hole}}`);
    return word;
  });
}

type Value = string | number | bigint;

function wordOf(hole: string, value: Value, language: Language): string {
  if (typeof value === 'bigint') return percentText(value, language);
  if (typeof value === 'number') return hole.endsWith('Ms') ? timeText(value, language) : String(value);
  return toOneLine(value);
}

/** Words of strangers, such as the name of a device: without what breaks lines, hides or turns the direction of text. */
function toOneLine(text: string): string {
  const line = text
    .replace(/[\p{Cf}\p{Cs}]/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return Array.from(line).slice(0, valueLettersMax).join('');
}

/** In UTC, for a message is read anywhere, with the calendar and digits that the product shows prices with. */
function timeText(timeMs: number, language: Language): string {
  const format = new Intl.DateTimeFormat(languages[language].tag, {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: 'UTC',
    calendar: 'gregory',
    numberingSystem: 'latn',
  });
  return `${format.format(timeMs)} UTC`;
}

/** Exactly, from hundredths of a percent. */
function percentText(valueE2: bigint, language: Language): string {
  const format = new Intl.NumberFormat(languages[language].tag, {
    style: 'percent',
    minimumFractionDigits: 2,
    numberingSystem: 'latn',
  });
  return format.format(formatDecimal(valueE2, 4) as `${number}`);
}
