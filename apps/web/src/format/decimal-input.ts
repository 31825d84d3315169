const zeros = [0x30, 0x660, 0x6f0, 0x966, 0xe50, 0xff10] as const;

/**
 * Reads what a person typed into a plain decimal text: Arabic, Persian, Devanagari, Thai and full-width digits, a comma
 * or an Arabic mark as the decimal sign, and grouping by spaces, apostrophes or the other mark. Null when it is no number.
 */
export function parseTypedDecimal(typed: string): string | null {
  const western = toWesternDigits(typed.trim()).replace(/[\s\u00a0\u202f'’٬_]/g, '');
  const marked = western.replace(/٫/g, '.');
  const plain = dropGrouping(marked);
  if (plain === null || !/^(?:\d+\.?\d*|\.\d+)$/.test(plain)) return null;
  const [whole = '', fraction = ''] = plain.split('.');
  const trimmed = whole.replace(/^0+(?=\d)/, '') || '0';
  return fraction === '' ? trimmed : `${trimmed}.${fraction}`;
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

/** One comma alone is a decimal sign ("0,5"); several, or one before a dot, are grouping ("1,234.5"). */
function dropGrouping(text: string): string | null {
  const commas = text.split(',').length - 1;
  const dots = text.split('.').length - 1;
  if (commas === 0) return dots <= 1 ? text : text.replaceAll('.', '');
  if (dots === 0) return commas === 1 ? text.replace(',', '.') : text.replaceAll(',', '');
  if (text.lastIndexOf(',') < text.indexOf('.') && dots === 1) return text.replaceAll(',', '');
  if (text.lastIndexOf('.') < text.indexOf(',') && commas === 1) return text.replaceAll('.', '').replace(',', '.');
  return null;
}
