/**
 * Formats a decimal text with groups of three, a typographic minus and at least `places` decimals. It is never parsed as a
 * number, so nothing is rounded; a text that is no decimal stays unchanged.
 */
export function formatDecimal(value: string | null | undefined, places = 0): string {
  if (value === null || value === undefined || value === '') return '—';
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(value);
  if (parts === null) return value;
  const [, sign = '', whole = '', fraction = ''] = parts;
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  const trimmed = fraction.replace(/0+$/, '').padEnd(places, '0');
  return `${sign === '' ? '' : '−'}${grouped}${trimmed === '' ? '' : `.${trimmed}`}`;
}

/** Formats an amount in USD with at least two decimals. */
export function formatUsd(value: string | null | undefined): string {
  return formatDecimal(value, 2);
}

/** Parses a decimal for the length of a bar; never for a displayed figure. */
export function toDrawnNumber(value: string): number {
  const number = Number(value);
  return Number.isFinite(number) ? number : 0;
}
