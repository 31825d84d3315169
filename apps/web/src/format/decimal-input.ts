import { parseDecimal } from '@candor/domain/values/decimal';
import type { InstrumentSpec } from '@candor/domain/values/instrument';

const zeros = [0x30, 0x660, 0x6f0, 0x966, 0xe50, 0xff10] as const;

/**
 * Parses typed text into a plain decimal: Arabic, Persian, Devanagari, Thai and full-width digits, a comma or an Arabic
 * mark as the decimal sign, grouping by spaces, apostrophes or the other mark. Null if it is not a number. `decimals`:
 * the largest number of decimals that makes sense; below three, "4,071" is four thousand, as the app itself writes it.
 */
export function parseTypedDecimal(typed: string, decimals: number): string | null {
  const western = toWesternDigits(typed.trim()).replace(/[\s\u00a0\u202f'’٬_]/g, '');
  const marked = western.replace(/٫/g, '.');
  const plain = dropGrouping(marked, decimals);
  if (plain === null || !/^(?:\d+\.?\d*|\.\d+)$/.test(plain)) return null;
  const [whole = '', fraction = ''] = plain.split('.');
  const trimmed = whole.replace(/^0+(?=\d)/, '') || '0';
  return fraction === '' ? trimmed : `${trimmed}.${fraction}`;
}

/** Returns a typed price in ticks, cut to the instrument's digits; null if it is not a price. */
export function priceFromTyped(typed: string, digits: number): number | null {
  const plain = parseTypedDecimal(typed, digits);
  if (plain === null) return null;
  const [whole = '0', fraction = ''] = plain.split('.');
  const cut = fraction.slice(0, digits);
  const ticks = parseDecimal(cut === '' ? whole : `${whole}.${cut}`, digits);
  return ticks === null || ticks <= 0n || ticks > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(ticks);
}

/**
 * Returns typed lots in the instrument's lot steps, rounded to the nearest; null if it is not a number. The caller
 * applies bounds.
 */
export function lotStepsFromTyped(typed: string, { lotStepE8 }: Pick<InstrumentSpec, 'lotStepE8'>): number | null {
  const plain = parseTypedDecimal(typed, 2);
  const steps = plain === null ? Number.NaN : Math.round((Number(plain) * 1e8) / lotStepE8);
  return Number.isSafeInteger(steps) ? steps : null;
}

function toWesternDigits(text: string): string {
  let out = '';
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    const zero = zeros.find((start) => code >= start && code <= start + 9);
    out += zero === undefined ? char : String(code - zero);
  }
  return out;
}

/**
 * Removes grouping. A single comma is a decimal sign ("0,5") unless three digits after it are too many; several commas,
 * or one before a dot, are grouping ("1,234.5").
 */
function dropGrouping(text: string, decimals: number): string | null {
  const commas = text.split(',').length - 1;
  const dots = text.split('.').length - 1;
  if (commas === 0) return dots <= 1 ? text : text.replaceAll('.', '');
  const isGrouped = commas > 1 || (decimals < 3 && /^[1-9]\d{0,2},\d{3}$/.test(text));
  if (dots === 0) return isGrouped ? text.replaceAll(',', '') : text.replace(',', '.');
  if (text.lastIndexOf(',') < text.indexOf('.') && dots === 1) return text.replaceAll(',', '');
  if (text.lastIndexOf('.') < text.indexOf(',') && commas === 1) return text.replaceAll('.', '').replace(',', '.');
  return null;
}
