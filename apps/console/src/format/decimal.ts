/**
 * A decimal text as it is read: groups of three, a true minus, at least `places` decimals. No number is made of it, so
 * that nothing is rounded; what is no decimal is shown as it came.
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

/** An amount of money in USD: two decimals, or more where there are more. */
export function formatUsd(value: string | null | undefined): string {
  return formatDecimal(value, 2);
}

/** For drawing only: the length of a bar is no figure. */
export function toDrawnNumber(value: string): number {
  const number = Number(value);
  return Number.isFinite(number) ? number : 0;
}
