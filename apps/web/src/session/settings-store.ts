import { acceptedLanguage, type Language } from '@candor/contracts/languages';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { ChartPeriod } from '../data/chart-period.ts';
import type { ChartZone } from '../format/time-text.ts';

export type ThemeChoice = 'light' | 'dark' | 'system';
export type TextSize = 'small' | 'normal' | 'large' | 'larger';
/** Colours of rising and falling prices: the default of the product, and the two usual conventions (R-SCR-12). */
export type ChartColours = 'blue-red' | 'green-red' | 'red-green';

/** Orders of the market's list (R-SCR-88). */
export const marketSorts = ['popular', 'change', 'spread', 'volume', 'name'] as const;
export type MarketSort = (typeof marketSorts)[number];

/** Columns of the market's table on a desk that can be hidden, in their order. */
export const marketColumns = [
  'sell',
  'buy',
  'spread',
  'day',
  'week',
  'month',
  'low',
  'range',
  'high',
  'curve',
] as const;
export type MarketColumn = (typeof marketColumns)[number];

/** Orders of the list of open positions (R-SCR-86). */
export const orderSorts = ['newest', 'profit', 'size', 'instrument'] as const;
export type OrderSort = (typeof orderSorts)[number];

export interface Settings {
  readonly theme: ThemeChoice;
  readonly textSize: TextSize;
  readonly language: Language;
  readonly chartColours: ChartColours;
  /** Zone of every time that is shown (R-MKT-50). */
  readonly chartZone: ChartZone;
  readonly confirmOrders: boolean;
  /** True if the keys under the chart place a market order at once; chosen on each device by itself. */
  readonly oneTap: boolean;
  readonly positionLines: boolean;
  /** True if the chart of a phone on its side fills the screen (R-CHT-03). */
  readonly isChartFull: boolean;
  /** Side of the keys that float over it. */
  readonly floatingSide: 'left' | 'right';
  readonly hollowCandles: boolean;
  /** Instrument and period last shown on /trade. */
  readonly instrumentId: number | null;
  /** Its name, shown while it loads. */
  readonly instrumentName: { readonly code: string; readonly showCode: string } | null;
  readonly period: ChartPeriod;
  /** Leverage of the last order, preset where an instrument offers it. */
  readonly leverage: number | null;
  /** Lots of the last order by instrument id, newest last; at most `rememberedLotsMax`. */
  readonly lotsLast: Readonly<Record<string, string>>;
  /** Largest move of the price against a market order between press and fill, in pips; null for no limit (R-ORD-26). */
  readonly deviationPips: number | null;
  readonly orderSort: OrderSort;
  readonly marketSort: MarketSort;
  /** True if the market's rows show bid and ask as keys instead of a sparkline (R-SCR-89). */
  readonly hasPriceKeys: boolean;
  /** Columns of the market's table that are hidden. */
  readonly marketHidden: readonly MarketColumn[];
  /** True if the desktop site of the company was declined on this device. */
  readonly isDesktopDeclined: boolean;
  /** Demo account of this device, found again by a random UUID (R-SES-05). */
  readonly demoId: string | null;
  /** Word of the last login, by which the server recognises this device (R-SES-35). */
  readonly device: string | null;
}

/** Returns the first language of the device that the app has; English if it has none. */
function deviceLanguage(): Language {
  return acceptedLanguage((globalThis.navigator?.languages ?? []).join(',')) ?? 'en';
}

/**
 * Settings of the user on this device (R-CON-10). The boot script reads `theme`, `textSize` and `language` from the
 * same key.
 */
export const useSettings = create<Settings>()(
  persist(
    (): Settings => ({
      theme: 'system',
      textSize: 'normal',
      language: deviceLanguage(),
      chartColours: 'blue-red',
      chartZone: 'device',
      confirmOrders: false,
      oneTap: false,
      positionLines: true,
      isChartFull: false,
      floatingSide: 'right',
      hollowCandles: false,
      instrumentId: null,
      instrumentName: null,
      period: '15min',
      leverage: null,
      lotsLast: {},
      deviationPips: null,
      orderSort: 'newest',
      marketSort: 'popular',
      hasPriceKeys: false,
      marketHidden: [],
      isDesktopDeclined: false,
      demoId: null,
      device: null,
    }),
    { name: 'candor.settings', version: 1 },
  ),
);

/** Stores the instrument for the next visit. */
export function chooseInstrument(id: number, { code, showCode }: { code: string; showCode: string }): void {
  useSettings.setState({ instrumentId: id, instrumentName: { code, showCode } });
}

const rememberedLotsMax = 50;

/** Stores the lots of an order for the next ticket of the instrument; beyond the limit the oldest is removed. */
export function rememberLots(instrumentId: number, lots: string): void {
  const { [String(instrumentId)]: _, ...others } = useSettings.getState().lotsLast;
  const kept = Object.entries(others).slice(-(rememberedLotsMax - 1));
  useSettings.setState({ lotsLast: { ...Object.fromEntries(kept), [String(instrumentId)]: lots } });
}
