import type { Statement, StatementOrder } from '@candor/contracts/http/statement';
import { boardNow } from './sample-market.ts';
import type { Say } from './scene-words.ts';

const closed = (id: number, instrument: string, side: 'buy' | 'sell', prices: [open: string, close: string]) => ({
  id,
  instrument,
  side,
  lots: '0.40',
  opened_at: boardNow - 7_200_000,
  closed_at: boardNow - 3_600_000,
  open_price: prices[0],
  close_price: prices[1],
});

const orders: StatementOrder[] = [
  {
    ...closed(8_201_655, 'XAU/USD', 'sell', ['4066.20', '4080.90']),
    ...{ before_costs: '-143.900000', spread: '-3.100000', gross: '-147.000000' },
    ...{ fee: '0.000000', swap: '0.000000', net: '-147.000000' },
  },
  {
    ...closed(8_202_870, 'USD/JPY', 'buy', ['157.120', '157.486']),
    ...{ before_costs: '47.980000', spread: '-1.500000', gross: '46.480000' },
    ...{ fee: '0.000000', swap: '0.000000', net: '46.480000' },
  },
  {
    ...closed(8_202_911, 'GBP/USD', 'sell', ['1.30921', '1.30742']),
    ...{ before_costs: '73.100000', spread: '-1.500000', gross: '71.600000' },
    ...{ fee: '-2.800000', swap: '0.000000', net: '68.800000' },
  },
];

const total = (kind: string, memo: string, count: number, amount: string) => ({ kind, memo, count, amount });

/** Returns a statement of the month in the board's account detail. */
export function sampleStatement(say: Say): Statement {
  return {
    company: 'Candor',
    uid: '10482917',
    is_demo: false,
    currency: 'USD',
    from: '2025-11-01',
    to: '2025-11-20',
    zone: 'America/New_York',
    made_at: boardNow,
    opening_balance: '10012.080000',
    closing_balance: '12480.360000',
    postings: [],
    postings_total: '2468.280000',
    totals: [
      total('deposit', say('deposit.title'), 1, '3000.000000'),
      total('withdrawal-lock', say('withdraw.title'), 1, '-500.000000'),
      total('trade-profit', say('order.close'), 3, '-28.920000'),
      total('trade-fee', say('trade.fee'), 1, '-2.800000'),
    ],
    orders,
    orders_total: {
      before_costs: '-22.820000',
      spread: '-6.100000',
      gross: '-28.920000',
      fee: '-2.800000',
      swap: '0.000000',
      net: '-31.720000',
    },
  };
}
