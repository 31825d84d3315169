import type { ChartTemplates } from '@candor/contracts/http/chart-templates';
import type { Favourites, Preferences, RankingEntry, RankingList } from '@candor/contracts/http/content';
import { boardNow, instrumentNamed } from './sample-market.ts';

export type SampleFavourites = 'none' | 'some' | 'broken';
export type SampleRanking = 'usual' | 'empty' | 'hidden' | 'slow' | 'broken';

/** The board's four ranked traders, with masked names. */
const entries: readonly RankingEntry[] = [
  entry(1, 'n***917', 'XAUUSD', {
    multiple: 100,
    rates: ['24.61', '71.42', '182.40'],
    profit: '8412.500000',
    orders: 412,
  }),
  entry(2, 't***208', 'EURUSD', {
    multiple: 50,
    rates: ['18.20', '66.00', '96.15'],
    profit: '5106.880000',
    orders: 268,
  }),
  entry(
    3,
    '***533',
    'USDJPY',
    { multiple: 200, rates: ['15.94', '58.33', '141.73'], profit: '3940.100000', orders: 731 },
    1,
  ),
  entry(4, 'a***061', 'GBPUSD', {
    multiple: 100,
    rates: ['-2.40', '43.10', '-0.35'],
    profit: '-218.400000',
    orders: 1_190,
  }),
];

interface Figures {
  readonly multiple: number;
  readonly rates: readonly [rate: string, win: string, total: string];
  readonly profit: string;
  readonly orders: number;
}

function entry(rank: number, user: string, code: string, figures: Figures, is_demo: 0 | 1 = 0): RankingEntry {
  const [three_week_rate, three_week_win, total_rate] = figures.rates;
  return {
    rank,
    user,
    is_demo,
    multiple: figures.multiple,
    code,
    three_week_rate,
    three_week_win,
    three_week_profit: figures.profit,
    total_rate,
    total_trade_num: figures.orders,
  };
}

export function sampleRanking(kind: SampleRanking): RankingList {
  const data = kind === 'usual' ? [...entries] : [];
  return { data, total: data.length, is_shown: kind !== 'hidden', at: boardNow - 42_000 };
}

const preferences: Preferences = {
  theme: null,
  chart_colours: null,
  chart_zone: null,
  text_size: null,
  confirm_orders: null,
  position_lines: null,
  hollow_candles: null,
  ranking_opt_in: false,
};

const favourites: Readonly<Record<Exclude<SampleFavourites, 'broken'>, Favourites>> = {
  none: { ids: [], version: 0 },
  some: { ids: ['XAU/USD', 'EUR/USD', 'HK50', 'USD/JPY'].map((code) => instrumentNamed(code).Id), version: 4 },
};

const chartTemplates: ChartTemplates = {
  templates: [
    {
      name: 'Trend, 15 minutes',
      is_default: true,
      indicators: [{ kind: 'MA', values: [50], source: 'close', colours: [1], is_hidden: false }],
    },
    { name: 'Momentum', is_default: false, indicators: [] },
  ],
  version: 2,
};
const noTemplates: ChartTemplates = { templates: [], version: 0 };

/** Returns answers about preferences and favourites; undefined for other calls and for broken favourites. */
export function sampleChoicesAnswer(pathname: string, kind: SampleFavourites, hasTemplates: boolean): unknown {
  if (pathname === '/api/user/preferences') return preferences;
  if (pathname === '/api/user/chart_templates') return hasTemplates ? chartTemplates : noTemplates;
  if (pathname === '/api/user/chart_drawings') return { instruments: [] };
  return pathname === '/api/user/favourites' && kind !== 'broken' ? favourites[kind] : undefined;
}
