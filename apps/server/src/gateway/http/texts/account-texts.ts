import { type Language, languages } from '@candor/contracts/languages';
import type { WithdrawalRecord } from '@candor/domain/engine/funds/funds-request';
import type { TransferKind } from '@candor/domain/ledger/ledger';
import { serverTexts } from '@candor/texts/server';

type NoticeHole = 'code' | 'order' | 'amount' | 'price' | 'level' | 'time' | 'lots' | 'side' | 'before' | 'after';

/**
 * Returns the text of a notice with its placeholders filled. A minus is U+2212; from right to left, every figure and code
 * is isolated, so that its sign and unit stay where they belong.
 */
export function noticeText(
  kind: keyof typeof serverTexts.en.notices,
  language: Language,
  values: { readonly [hole in NoticeHole]?: string },
): string {
  const text: string = serverTexts[language].notices[kind];
  return text.replace(
    /\{(code|order|amount|price|level|time|lots|side|before|after)\}/g,
    (_, hole: keyof typeof values) => figureIn(language, hole, values[hole] ?? ''),
  );
}

function figureIn(language: Language, hole: string, value: string): string {
  const figure = value.replace(/^-(?=\d)/, '\u2212');
  // A time and a side are in the words of the language.
  const isIsolated = languages[language].direction === 'rtl' && hole !== 'time' && hole !== 'side' && figure !== '';
  return isIsolated ? `\u2066${figure}\u2069` : figure;
}

/** Returns the reason of a posting, as account detail and statement show it. */
export function memoOf(kind: TransferKind, language: Language): string {
  return serverTexts[language].postings[kind];
}

/** Returns the status of a deposit that several accounts report. */
export function claimText(status: 'contested' | 'lost', language: Language): string {
  return serverTexts[language].claims[status];
}

/** Returns the state of a withdrawal as its owner sees it. */
export function withdrawStateOf(state: WithdrawalRecord['status'], language: Language): string {
  return serverTexts[language].withdrawalStates[state];
}

/** Returns the state of a withdrawal that waits because a position's market is closed (R-FND-47). */
export function marketText(language: Language): string {
  return serverTexts[language].withdrawalStates.marketClosed;
}

/** Returns the state of a withdrawal on hold, with the time in UTC (R-FND-38). */
export function heldText(untilMs: number, language: Language): string {
  const style = {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: 'UTC',
    numberingSystem: 'latn',
    calendar: 'gregory',
  } as const;
  const time = new Intl.DateTimeFormat(languages[language].tag, style).format(untilMs);
  return serverTexts[language].withdrawalStates.held.replace('{time}', `${time} UTC`);
}
