/** Parts of a live price: the digits that seldom change, the pip, and the fraction of a pip. */
export interface PriceParts {
  readonly lead: string;
  readonly pip: string;
  readonly fraction: string;
}

export const missing = '—';
export const minusSign = '−';

/** Groups the integer part by thousands: "91508.20" → "91,508.20". Keeps a sign, as U+2212. */
export function groupDigits(text: string): string {
  const negative = text.startsWith('-');
  const plain = negative ? text.slice(1) : text;
  const dot = plain.indexOf('.');
  const whole = dot < 0 ? plain : plain.slice(0, dot);
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return `${negative ? minusSign : ''}${grouped}${dot < 0 ? '' : plain.slice(dot)}`;
}

/**
 * Splits a price at its instrument's digits. With an odd number of digits above one, the fraction of a pip is raised
 * (1.15|28|3); otherwise the last two digits are the pip (4,071.|35, 384|12); with one decimal the dot is inside the
 * pip (6,64|2.1).
 */
export function splitPrice(text: string, digits: number): PriceParts {
  const grouped = groupDigits(text);
  const hasFraction = digits > 1 && digits % 2 === 1;
  const end = hasFraction ? grouped.length - 1 : grouped.length;
  let start = end;
  for (let seen = 0; start > 0 && seen < 2; ) {
    start -= 1;
    if (isDigit(grouped[start])) seen += 1;
  }
  return { lead: grouped.slice(0, start), pip: grouped.slice(start, end), fraction: grouped.slice(end) };
}

function isDigit(char: string | undefined): boolean {
  return char !== undefined && char >= '0' && char <= '9';
}

/** Formats a price as plain grouped text: for the axis, stops and history. */
export function priceText(text: string | null | undefined): string {
  return text === null || text === undefined || text === '' ? missing : groupDigits(text);
}
