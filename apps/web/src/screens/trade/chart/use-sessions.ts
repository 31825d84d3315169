import { centres } from '@candor/domain/calc/market-sessions';
import type { Chart } from 'klinecharts';
import { useEffect } from 'react';
import { type ChartPeriod, hasSessions } from '../../../data/chart-period.ts';
import { t, useLanguage } from '../../../i18n/text.ts';
import { type ChartScope, useChartScope } from '../../../session/chart-scope.ts';
import { useThemeName } from '../../../theme/theme.ts';
import { sessionNames } from '../../../widgets/market/session-names.ts';
import { centresAt, showSessions } from './session-bands.ts';

const nameEnd = '\n';

/** Draws the trading sessions while they are chosen, again after a change of theme or language (R-CHT-01). */
export function useSessions(chart: Chart | null, period: ChartPeriod): void {
  const isOn = useChartScope().look((store) => store.hasSessions);
  const theme = useThemeName();
  useLanguage();
  const names = centres.map((centre) => t(sessionNames[centre])).join(nameEnd);
  useEffect(() => {
    // The theme's name is not read here, but its tokens are.
    if (chart === null || theme === '') return;
    const inOrder = names.split(nameEnd);
    const page = getComputedStyle(document.documentElement);
    const each = <Value>(of: (centre: (typeof centres)[number], index: number) => Value) =>
      Object.fromEntries(centres.map((centre, index) => [centre, of(centre, index)])) as Record<
        (typeof centres)[number],
        Value
      >;
    const look = {
      colours: each((_centre, index) => page.getPropertyValue(`--ind-${index + 1}`).trim()),
      names: each((_centre, index) => inOrder[index] ?? ''),
      font: `600 10px ${page.getPropertyValue('--font-sans').trim() || 'sans-serif'}`,
    };
    showSessions(chart, period, isOn ? look : null);
  }, [chart, period, isOn, theme, names]);
}

/** Names of the sessions that are open at the beginning of a bar, for a bar that is read aloud; none while they are not drawn. */
export function spokenSessions({ look }: ChartScope, period: ChartPeriod, timestamp: number): string[] {
  if (!look.getState().hasSessions || !hasSessions(period)) return [];
  return centresAt(timestamp).map((centre) => t(sessionNames[centre]));
}
