import { formatDecimal, parseDecimal, rescale } from '@candor/domain/values/decimal';
import { groupDigits, minusSign, missing } from './price-text.ts';

export type Direction = 'up' | 'down' | 'flat';

/** Decimal text in two parts: two decimals, and a tail of four more in small type. */
export interface TailedNumber {
  readonly head: string;
  readonly tail: string;
}

const wireScale = 8;

/** Direction of a signed decimal text; flat for exact zero and missing values. */
export function directionOf(text: string | null | undefined): Direction {
  if (text === null || text === undefined || !/[1-9]/.test(text)) return 'flat';
  return text.startsWith('-') ? 'down' : 'up';
}

/** Adds the sign of profits and changes; zero has none. */
function withSign(text: string): string {
  const direction = directionOf(text);
  if (direction === 'flat') return groupDigits(text.replace('-', ''));
  return direction === 'up' ? `+${groupDigits(text)}` : groupDigits(text);
}

/** Rounds a decimal text to `decimals`, half to even, as the server does. */
function roundText(text: string, decimals: number): string | null {
  const value = parseDecimal(text.replace(/^-(?=0(?:\.0*)?$)/, ''), wireScale);
  return value === null ? null : formatDecimal(rescale(value, wireScale, decimals), decimals);
}

/** Formats balances, net value, fees and available amounts: two decimals, no plus. */
export function balanceText(text: string | null | undefined): string {
  if (text === null || text === undefined) return missing;
  const rounded = roundText(text, 2);
  return rounded === null ? missing : groupDigits(rounded);
}

/** Formats profit in strips: two decimals with a sign. */
export function signedText(text: string | null | undefined, decimals = 2): string {
  if (text === null || text === undefined) return missing;
  const rounded = roundText(text, decimals);
  return rounded === null ? missing : withSign(rounded);
}

/**
 * Formats a cost, positive on the wire, as what it does to the balance: "−1.40", "+0.35" for one that is paid to the trader,
 * "0.00" (R-TKT-04).
 */
export function costText(text: string | null | undefined): string {
  if (text === null || text === undefined) return missing;
  return signedText(text.startsWith('-') ? text.slice(1) : `-${text}`);
}

/** Splits six decimals in two parts: "+124.50" and "0000" (DESIGN 3). Zero is "0.00" without a tail. */
export function tailedProfit(text: string | null | undefined): TailedNumber {
  return tailed(text, true);
}

export function tailedMargin(text: string | null | undefined): TailedNumber {
  return tailed(text, false);
}

/** Splits six decimals in two parts with a tail only where it is not zero, so that lines add up as they are shown. */
export function signedExactText(text: string | null | undefined): TailedNumber {
  return withoutZeros(tailedProfit(text));
}

/** Splits six decimals like `signedExactText`, without a plus. */
export function exactText(text: string | null | undefined): TailedNumber {
  return withoutZeros(tailedMargin(text));
}

function withoutZeros({ head, tail }: TailedNumber): TailedNumber {
  return { head, tail: tail.replace(/0+$/, '') };
}

/** Isolates a figure inside a right-to-left sentence, so that its sign stays in front. */
export function inSentence(figure: string, locale: string): string {
  return locale.startsWith('ar') ? `\u2066${figure}\u2069` : figure;
}

/** Removes the sign of an amount that is shown after its operator. */
export function unsignedText(text: string): string {
  return text.replace(/^-/, '');
}

function tailed(text: string | null | undefined, signed: boolean): TailedNumber {
  const rounded = text === null || text === undefined ? null : roundText(text, 6);
  if (rounded === null) return { head: missing, tail: '' };
  if (directionOf(rounded) === 'flat') return { head: '0.00', tail: '' };
  const full = signed ? withSign(rounded) : groupDigits(rounded);
  return { head: full.slice(0, -4), tail: full.slice(-4) };
}

/** Formats a change, two decimals and a sign: "+0.24%". */
export function changeText(text: string | null | undefined): string {
  const shown = signedText(text, 2);
  return shown === missing ? missing : `${shown}%`;
}

/** Formats a ratio or rate, one decimal: "814.5%". */
export function ratioText(text: string | null | undefined): string {
  if (text === null || text === undefined) return missing;
  const rounded = roundText(text, 1);
  return rounded === null ? missing : `${groupDigits(rounded)}%`;
}

/** Formats a price difference in ticks as pips with one decimal: 249 ticks of 10 → "+24.9". */
export function pipsText(ticks: number, pipTicks: number, signed = true): string {
  const tenths = Math.round((Math.abs(ticks) * 10) / pipTicks);
  const text = groupDigits((tenths / 10).toFixed(1));
  if (!signed || tenths === 0) return text;
  return ticks > 0 ? `+${text}` : `${minusSign}${text}`;
}

/** Groups a long id for reading aloud: "8 204 316". */
export function idText(id: number): string {
  return String(id).replace(/\B(?=(\d{3})+(?!\d))/g, groupSpace);
}

/** Separator of digit groups: with a plain space, right-to-left texts would reverse the groups of one number. */
const groupSpace = '\u00a0';

/** Groups an account number: "10 482 917". Demo numbers stay as they are. */
export function uidText(uid: string): string {
  return /^\d+$/.test(uid) ? uid.replace(/\B(?=(?:\d{3})+$)/g, groupSpace) : uid;
}
