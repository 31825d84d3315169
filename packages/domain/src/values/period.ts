/** Chart periods (R-CON-06). */
export const periods = ['1min', '5min', '15min', '30min', '60min', '1day'] as const;
export type Period = (typeof periods)[number];

/** Length in minutes of the periods shorter than a day; a day is a New York trading day without a fixed length. */
export const periodMinutes: Readonly<Record<Exclude<Period, '1day'>, number>> = {
  '1min': 1,
  '5min': 5,
  '15min': 15,
  '30min': 30,
  '60min': 60,
};

/** Candle of bid prices in ticks. `timeMs` is its start, `volume` its number of quotes. */
export interface Candle {
  readonly timeMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}
