/**
 * Factor model of the simulated prices. A price is a sum of latent paths, each with a yearly standard deviation of one;
 * an asset's loadings are its yearly volatilities. Currencies that share a path are correlated, and a pair is the
 * difference of its two legs, so that crosses are consistent with them (R-SIM-02).
 */

export type Loadings = Readonly<Record<string, number>>;

const loadingsByAsset: Readonly<Record<string, Loadings>> = {
  USD: { usd: 0.05 },
  EUR: { europe: 0.05, eur: 0.022 },
  GBP: { europe: 0.038, gbp: 0.042, risk: 0.02 },
  CHF: { europe: 0.042, chf: 0.042, risk: -0.02 },
  JPY: { jpy: 0.08, risk: -0.022 },
  AUD: { antipodes: 0.05, aud: 0.028, risk: 0.05 },
  NZD: { antipodes: 0.05, nzd: 0.034, risk: 0.045 },
  CAD: { cad: 0.042, oil: 0.018, risk: 0.028 },
  // Pegged or managed currencies follow their anchor closely.
  HKD: { usd: 0.05, hkd: 0.003 },
  DKK: { europe: 0.05, eur: 0.022, dkk: 0.0015 },
  SGD: { usd: 0.028, sgd: 0.024, risk: 0.012 },
  CNH: { usd: 0.04, cnh: 0.018, risk: 0.006 },
  MXN: { mxn: 0.085, risk: 0.05 },
  ZAR: { zar: 0.105, risk: 0.06 },
  TRY: { try: 0.07, risk: 0.02 },
  SEK: { europe: 0.05, sek: 0.05, risk: 0.03 },
  NOK: { europe: 0.046, nok: 0.052, oil: 0.02, risk: 0.03 },
  PLN: { europe: 0.05, pln: 0.045, risk: 0.028 },
  HUF: { europe: 0.05, huf: 0.055, risk: 0.03 },
  CZK: { europe: 0.05, czk: 0.036, risk: 0.02 },
  XAU: { gold: 0.14 },
  XAG: { gold: 0.17, xag: 0.18, risk: 0.04 },
  XPT: { gold: 0.1, xpt: 0.18, risk: 0.05 },
  XPD: { gold: 0.08, xpd: 0.24, risk: 0.06 },
  US500: { risk: 0.15, us500: 0.03 },
  US30: { risk: 0.13, us30: 0.05 },
  US100: { risk: 0.18, us100: 0.07 },
  GER40: { risk: 0.12, europeEquity: 0.1, ger40: 0.04 },
  EU50: { risk: 0.12, europeEquity: 0.1, eu50: 0.02 },
  FRA40: { risk: 0.11, europeEquity: 0.1, fra40: 0.03 },
  UK100: { risk: 0.08, europeEquity: 0.06, uk100: 0.06 },
  JP225: { risk: 0.11, jp225: 0.15, jpy: -0.03 },
  HK50: { risk: 0.1, hk50: 0.18 },
  AUS200: { risk: 0.09, aus200: 0.1 },
  WTI: { oil: 0.28, wti: 0.04, risk: 0.06 },
  BRENT: { oil: 0.27, brent: 0.03, risk: 0.06 },
  NATGAS: { natgas: 0.5 },
  BTC: { coin: 0.46, risk: 0.12 },
  ETH: { coin: 0.52, eth: 0.24, risk: 0.15 },
  SOL: { coin: 0.55, sol: 0.36, risk: 0.16 },
  XRP: { coin: 0.48, xrp: 0.4, risk: 0.12 },
  LTC: { coin: 0.48, ltc: 0.3, risk: 0.12 },
  BCH: { coin: 0.48, bch: 0.32, risk: 0.12 },
  DOGE: { coin: 0.52, doge: 0.42, risk: 0.14 },
  ADA: { coin: 0.5, ada: 0.34, risk: 0.14 },
};

/** An asset without loadings moves independently, at 20 % a year. */
export function loadingsOf(asset: string): Loadings {
  return loadingsByAsset[asset] ?? { [asset.toLowerCase()]: 0.2 };
}

/** Shape of a day: relative variance of each UTC hour, and of each weekday from Monday. */
export interface Rhythm {
  readonly hours: readonly number[];
  readonly weekdays: readonly number[];
}

const marketWeek = [1, 1, 1, 1, 1, 0.05, 0.12] as const;

export const rhythms = {
  asia: {
    hours: [
      1.6, 1.7, 1.5, 1.2, 1, 0.9, 1, 1.2, 1.1, 1, 0.9, 0.8, 1, 1.3, 1.4, 1.2, 0.8, 0.6, 0.5, 0.5, 0.5, 0.5, 0.6, 1.2,
    ],
    weekdays: marketWeek,
  },
  europe: {
    hours: [
      0.4, 0.4, 0.35, 0.35, 0.4, 0.6, 1.2, 2, 2.1, 1.7, 1.4, 1.3, 1.8, 2.2, 2.2, 1.8, 1.3, 0.9, 0.7, 0.6, 0.5, 0.3, 0.3,
      0.35,
    ],
    weekdays: marketWeek,
  },
  america: {
    hours: [
      0.4, 0.45, 0.4, 0.35, 0.35, 0.4, 0.6, 0.9, 1, 0.9, 0.8, 0.9, 1.6, 2.4, 2.7, 2.2, 1.7, 1.4, 1.3, 1.5, 1, 0.4, 0.3,
      0.35,
    ],
    weekdays: marketWeek,
  },
  coins: {
    hours: [
      1.1, 1, 0.9, 0.85, 0.8, 0.8, 0.85, 0.9, 1, 0.95, 0.9, 0.95, 1.1, 1.5, 1.6, 1.5, 1.3, 1.15, 1, 1, 1, 0.95, 0.9, 1,
    ],
    weekdays: [1, 1, 1, 1, 1, 0.55, 0.6],
  },
} as const satisfies Record<string, Rhythm>;

export type RhythmName = keyof typeof rhythms;

const asianPaths = new Set(['jpy', 'antipodes', 'aud', 'nzd', 'hkd', 'cnh', 'sgd', 'jp225', 'hk50', 'aus200']);
const americanPaths = new Set([
  'usd',
  'risk',
  'oil',
  'wti',
  'gold',
  'cad',
  'mxn',
  'us500',
  'us30',
  'us100',
  'natgas',
  'xag',
]);
const coinPaths = new Set(['coin', 'eth', 'sol', 'xrp', 'ltc', 'bch', 'doge', 'ada']);

export function rhythmOf(path: string): RhythmName {
  if (asianPaths.has(path)) return 'asia';
  if (americanPaths.has(path)) return 'america';
  return coinPaths.has(path) ? 'coins' : 'europe';
}
