/** Codes of the instruments that a market lists first by default, by the share of retail orders they usually have. */
const popularCodes = [
  'EURUSD',
  'XAUUSD',
  'GBPUSD',
  'USDJPY',
  'US500',
  'BTCUSD',
  'US100',
  'WTI',
  'AUDUSD',
  'GER40',
  'XAGUSD',
  'USDCAD',
] as const;

/**
 * Returns the place of an instrument among the popular ones, from 1; null for the others (R-SCR-88). `own` is the
 * company's list, empty for the default one (R-MKT-49).
 */
export function popularPlaceOf(code: string, own: readonly string[]): number | null {
  const codes: readonly string[] = own.length === 0 ? popularCodes : own;
  const at = codes.indexOf(code);
  return at === -1 ? null : at + 1;
}
