import type { ChartPeriod } from '../../../data/chart-period.ts';

export const periodLabels: Readonly<Record<ChartPeriod, string>> = {
  '1min': '1M',
  '5min': '5M',
  '15min': '15M',
  '30min': '30M',
  '60min': '1H',
  '1day': '1D',
  '4hour': '4H',
  '1week': '1W',
  '1month': '1MN',
  tick: 'T',
};
