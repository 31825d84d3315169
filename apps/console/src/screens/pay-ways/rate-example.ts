/** Returns the units of a currency for 100 USD at a rate in units per 1 USD; null unless the rate is above 0. */
export function rateExample(rate: string): string | null {
  if (!/^\d{1,10}(\.\d{1,8})?$/.test(rate.trim()) || Number(rate) === 0) return null;
  const units = 100 * Number(rate);
  const digits = units >= 1 ? { minimumFractionDigits: 2, maximumFractionDigits: 2 } : { maximumSignificantDigits: 4 };
  return new Intl.NumberFormat('en', digits).format(units);
}
