/** Codes of the instruments that the market lists first, by the share of retail orders they usually have. */
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

const places: ReadonlyMap<string, number> = new Map(popularCodes.map((code, index) => [code, index + 1]));

/** Returns the place of an instrument among the popular ones, from 1; null for the others (R-SCR-88). */
export function popularPlaceOf(code: string): number | null {
  return places.get(code) ?? null;
}
