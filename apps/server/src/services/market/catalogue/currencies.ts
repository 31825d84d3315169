interface CurrencyFacts {
  /** Short money-market rate, percent a year, of which pairs make their swap points. */
  readonly carry: number;
}

export const currencies = {
  USD: { carry: 3.9 },
  EUR: { carry: 2.0 },
  GBP: { carry: 3.9 },
  JPY: { carry: 0.6 },
  CHF: { carry: 0.1 },
  AUD: { carry: 3.6 },
  NZD: { carry: 2.5 },
  CAD: { carry: 2.3 },
  HKD: { carry: 3.4 },
  SGD: { carry: 1.4 },
  CNH: { carry: 1.6 },
  MXN: { carry: 7.5 },
  ZAR: { carry: 7.0 },
  TRY: { carry: 38 },
  SEK: { carry: 1.9 },
  NOK: { carry: 4.0 },
  DKK: { carry: 1.7 },
  PLN: { carry: 4.3 },
  HUF: { carry: 6.4 },
  CZK: { carry: 3.5 },
} as const satisfies Record<string, CurrencyFacts>;

export type FiatCode = keyof typeof currencies;
