import type { Journal } from '@candor/contracts/http/journal';
import type { TradeNote } from '@candor/contracts/http/trade-notes';
import { boardNow } from './sample-market.ts';

const dayMs = 86_400_000;

/** Net results in cents of 46 trades, oldest first. */
const nets = [
  420, 1240, 660, 1340, 860, 310, 1010, -610, -320, 770, 170, 1780, 140, -420, 230, 660, -1140, 620, 1480, 830, 730,
  1340, -1080, -660, -720, 1150, 240, -1920, -1860, -1010, 170, 460, 540, 170, 960, -860, -1140, 300, 400, 170, 680,
  -480, -360, 620, -1010, 890,
];

const money = (cents: number) => (cents / 100).toFixed(6);
const sums = nets.map((_, at) => nets.slice(0, at + 1).reduce((sum, net) => sum + net, 0));
const total = sums.at(-1) ?? 0;
const won = nets.filter((net) => net > 0);
const [fee, swap] = [8_610, -1_927];

/** Journal of the samples' trader. */
export const sampleJournal: Journal = {
  currency: 'USD',
  zone: 'America/New_York',
  is_cut: false,
  count: nets.length,
  wins: won.length,
  losses: nets.length - won.length,
  gross: money(total + fee - swap),
  fee: money(fee),
  swap: money(swap),
  net: money(total),
  win_rate: { rate: ((won.length / nets.length) * 100).toFixed(2), low: '47.90', high: '74.80' },
  expectancy: { mean: money(total / nets.length), low: '-1.120000', high: '4.380000' },
  profit_factor: '1.38',
  drawdown: { depth: money(Math.max(...sums.slice(0, 22)) - (sums[29] ?? 0)), peak_after: 22, trough_after: 30 },
  curve: sums.map((sum, at) => ({ after: at + 1, time: boardNow - (46 - at) * dayMs, sum: money(sum) })),
  by_instrument: [
    { forex_id: 1, code: 'EUR/USD', count: 15, net: '-8.510000' },
    { forex_id: 2, code: 'USD/JPY', count: 9, net: '223.560000' },
    { forex_id: 3, code: 'GBP/USD', count: 9, net: '193.450000' },
    { forex_id: 4, code: 'AUD/USD', count: 6, net: '151.390000' },
    { forex_id: 5, code: 'XAU/USD', count: 7, net: '-56.740000' },
  ],
  by_side: [
    { type: 1, count: 27, net: '61.200000' },
    { type: 2, count: 19, net: '-12.400000' },
  ],
  by_hour: [2, 3, 4, 5, 8, 9, 10, 11, 13, 15].map((hour, at) => ({
    hour,
    count: 3 + (at % 4),
    net: money([20, 120, -150, 240, 380, 960, -80, 280, -40, -190][at] ?? 0),
  })),
  by_weekday: [0, 1, 2, 3, 4, 5].map((weekday, at) => ({
    weekday,
    count: at === 3 ? 21 : 5,
    net: money([-120, 340, 180, 620, -260, 410][at] ?? 0),
  })),
};

/** Note and tags of the board's trade. */
export const sampleNote: TradeNote = {
  note: 'Bought the retest of the range. Moved the stop to break-even after the first hour.',
  tags: ['Plan followed'],
  version: 1,
  known_tags: ['Plan followed', 'Breakout', 'London'],
};
