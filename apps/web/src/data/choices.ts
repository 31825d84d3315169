import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { isChosenElsewhere } from '../session/other-tabs.ts';
import { useSession } from '../session/session-store.ts';
import { type Settings, useSettings } from '../session/settings-store.ts';
import { api } from './api.ts';
import { loadFavourites } from './favourites.ts';
import { onReconnected } from './live.ts';
import { type Choices, PreferenceSync, type UnsentChoices } from './preferences.ts';

const useUnsent = create<UnsentChoices>()(
  persist((): UnsentChoices => ({ accountId: null, choices: {} }), { name: 'candor.unsent-choices', version: 1 }),
);

/** Ranking opt-in of the account. */
export interface RankingChoice {
  /** Null while it is not known. */
  readonly isIn: boolean | null;
  readonly hasFailed: boolean;
}

const unknown: RankingChoice = { isIn: null, hasFailed: false };

export const useRankingChoice = create<RankingChoice>()(() => unknown);

let reportUnsaved: (error: unknown) => void = () => {};

const accountId = () => useSession.getState().user?.id ?? null;

const preferences = new PreferenceSync({
  client: api,
  accountId,
  applyHere: (choices) => useSettings.setState(toSettings(choices)),
  unsent: { read: useUnsent.getState, write: (state) => useUnsent.setState(state) },
  onRanking: (isIn, hasFailed) => useRankingChoice.setState({ isIn, hasFailed }),
  onUnsaved: (error) => reportUnsaved(error),
});

export const chooseRanking = (isIn: boolean) => preferences.chooseRanking(isIn);
export const loadChoices = () => preferences.load();

function toChoices(settings: Settings): Choices {
  return {
    theme: settings.theme,
    chart_colours: settings.chartColours,
    chart_zone: settings.chartZone,
    text_size: settings.textSize,
    confirm_orders: settings.confirmOrders,
    position_lines: settings.positionLines,
    hollow_candles: settings.hollowCandles,
  };
}

function toSettings(choices: Partial<Choices>): Partial<Settings> {
  const { theme, chart_colours, chart_zone, text_size, confirm_orders, position_lines, hollow_candles } = choices;
  const settings = {
    theme,
    chartColours: chart_colours,
    chartZone: chart_zone,
    textSize: text_size,
    confirmOrders: confirm_orders,
    positionLines: position_lines,
    hollowCandles: hollow_candles,
  };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as Partial<Settings>;
}

/**
 * Synchronises the settings of this device with those of the account: at the start, at a login, and when the app
 * becomes visible or online again, because another device may have changed them.
 */
export function startChoices(onUnsaved: (error: unknown) => void): void {
  reportUnsaved = onUnsaved;
  const load = () => {
    void loadChoices();
    void loadFavourites();
  };
  useSession.subscribe((now, before) => {
    if (now.user?.id === before.user?.id) return;
    useRankingChoice.setState(unknown);
    load();
  });
  useSettings.subscribe((now, before) => {
    if (!isChosenElsewhere()) preferences.changed(toChoices(now), toChoices(before));
  });
  onReconnected(load);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') load();
  });
  load();
}
