import type { Language } from '@candor/contracts/languages';
import type { Period } from '@candor/domain/values/period';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { ChartZone } from '../format/time-text.ts';

export type ThemeChoice = 'light' | 'dark' | 'system';
export type TextSize = 'small' | 'normal' | 'large' | 'larger';
/** Up and down: the product's default, and the two conventions traders bring with them (R-SCR-12). */
export type ChartColours = 'blue-red' | 'green-red' | 'red-green';

export interface Settings {
  readonly theme: ThemeChoice;
  readonly textSize: TextSize;
  readonly language: Language;
  readonly chartColours: ChartColours;
  readonly chartZone: ChartZone;
  readonly confirmOrders: boolean;
  readonly positionLines: boolean;
  readonly hollowCandles: boolean;
  /** The instrument and period last looked at on /trade. */
  readonly instrumentId: number | null;
  /** What that instrument is called, to show while it loads. */
  readonly instrumentName: { readonly code: string; readonly showCode: string } | null;
  readonly period: Period;
  /** The leverage last used, offered again where an instrument has it. */
  readonly leverage: number | null;
  /** The lots last dealt by instrument id, newest last; at most `rememberedLotsMax`. */
  readonly lotsLast: Readonly<Record<string, string>>;
  /** How far a price may move against a market order between press and fill; null for as far as it does (R-ORD-26). */
  readonly deviationPips: number | null;
  /** Whether the company's site for desktops was declined here. */
  readonly isDesktopDeclined: boolean;
  /** This device's demo account, found again by a random UUID (R-SES-05). */
  readonly demoId: string | null;
  /** Word of the last login, by which the server tells this device from strangers (R-SES-35). */
  readonly device: string | null;
}

/**
 * What the user has chosen on this device (R-CON-10). The boot script reads `theme`, `textSize` and
 * `language` from the same key.
 */
export const useSettings = create<Settings>()(
  persist(
    (): Settings => ({
      theme: 'light',
      textSize: 'normal',
      language: 'en',
      chartColours: 'blue-red',
      chartZone: 'new-york',
      confirmOrders: false,
      positionLines: true,
      hollowCandles: false,
      instrumentId: null,
      instrumentName: null,
      period: '15min',
      leverage: null,
      lotsLast: {},
      deviationPips: null,
      isDesktopDeclined: false,
      demoId: null,
      device: null,
    }),
    { name: 'candor.settings', version: 1 },
  ),
);

/** Remembers the instrument for the next visit. */
export function chooseInstrument(id: number, { code, showCode }: { code: string; showCode: string }): void {
  useSettings.setState({ instrumentId: id, instrumentName: { code, showCode } });
}

const rememberedLotsMax = 50;

/** Remembers the lots of an order for the instrument's next ticket; the instrument dealt longest ago is forgotten. */
export function rememberLots(instrumentId: number, lots: string): void {
  const { [String(instrumentId)]: _, ...others } = useSettings.getState().lotsLast;
  const kept = Object.entries(others).slice(-(rememberedLotsMax - 1));
  useSettings.setState({ lotsLast: { ...Object.fromEntries(kept), [String(instrumentId)]: lots } });
}
