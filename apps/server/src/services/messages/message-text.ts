import { type Language, languages, parseLanguage } from '@candor/contracts/languages';
import { formatDecimal } from '@candor/domain/values/decimal';
import { serverTexts } from '@candor/texts/server';
import type { Clock } from '../../ports/clock.ts';
import type { UserRecord } from '../../ports/identity.ts';
import type { NewMessage } from '../../ports/messages.ts';
import type { Ids } from '../../ports/secrets.ts';
import type { MessageKind, MessageText, MessageTexts, MessageValues } from './message-kinds.ts';

/** Longer values are cut. */
const valueLettersMax = 300;

/**
 * Renders a message as plain text, with `sms` for kinds that go by SMS. Values are inserted verbatim, each on one line
 * of bounded length, so that none can add a heading or paragraph. Paragraphs whose value is null are dropped.
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

/** Cleans untrusted text, such as a device name, of line breaks, invisible characters and direction marks. */
function toOneLine(text: string): string {
  const line = text
    .replace(/[\p{Cf}\p{Cs}]/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return Array.from(line).slice(0, valueLettersMax).join('');
}

/** Formats a time in UTC with the product's calendar and digits. */
export function timeText(timeMs: number, language: Language): string {
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

/** Formats hundredths of a percent exactly. */
function percentText(valueE2: bigint, language: Language): string {
  const format = new Intl.NumberFormat(languages[language].tag, {
    style: 'percent',
    minimumFractionDigits: 2,
    numberingSystem: 'latn',
  });
  return format.format(formatDecimal(valueE2, 4) as `${number}`);
}

type Outcome =
  | { readonly kind: 'verification-approved' }
  | { readonly kind: 'verification-rejected'; readonly reason: string };

const lifeMs = 7 * 24 * 3_600_000;

/** Builds the mail with an identity check's outcome in its user's language; null for a user without an email. */
export function createReviewMessages(deps: { readonly clock: Clock; readonly ids: Ids }) {
  return (user: UserRecord, { name: company }: { readonly name: string }, outcome: Outcome): NewMessage | null => {
    if (user.email === null) return null;
    const language = parseLanguage(user.language) ?? 'hk';
    const { subject, text } =
      outcome.kind === 'verification-approved'
        ? messageOf(outcome.kind, language, { company })
        : messageOf(outcome.kind, language, { company, reason: outcome.reason });
    const createdAtMs = deps.clock.nowMs();
    const expiresAtMs = createdAtMs + lifeMs;
    const times = { createdAtMs, expiresAtMs };
    const notice = { accountId: user.accountId, kind: outcome.kind };
    return { id: deps.ids.uuid(), route: 'mail', charge: null, to: user.email, subject, text, notice, ...times };
  };
}
