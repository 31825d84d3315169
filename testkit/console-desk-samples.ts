import { hour, since } from './console-money-samples.ts';

const queueOf = (name: string, waiting: number, hours: number, late = 0) => ({
  name,
  waiting,
  late,
  oldest_at: waiting === 0 ? null : since(hours),
  oldest_id: waiting === 0 ? null : ({ withdrawals: 21, deposits: 11, corrections: 31, verifications: 41 }[name] ?? 1),
  p90_ms: 4.5 * hour,
  mark: `${waiting}.1`,
});
const queues = [
  queueOf('withdrawals', 6, 5, 2),
  queueOf('payouts', 0, 0),
  queueOf('deposits', 4, 27),
  queueOf('corrections', 1, 2),
  queueOf('verifications', 1, 6),
];

/** Invented answers of the queues and the dashboard: test data only. */
export const deskSamples: Readonly<Record<string, () => unknown>> = {
  '/queues': () => ({ at: since(0), queues }),
  '/tie-out': () => ({
    at: since(0),
    ledgers: [
      {
        currency: 'USD',
        deposits: '1500000.000000',
        withdrawals: '280000.000000',
        received: '1220000.000000',
        free: '1191011.180000',
        locked: '12400.000000',
        clients: '1203411.180000',
        fees: '9204.560000',
        swaps: '1310.000000',
        result: '6102.510000',
        cover: '-53.750000',
        corrections: '25.490000',
        remainders: '0.010000',
        firm: '16588.820000',
        difference: '0.000000',
      },
    ],
    locks: { ledger: '12400.000000', requests: '12400.000000', difference: '0.000000' },
    breaks: [],
  }),
  '/today': () => ({
    feeds: { open: 12, stale: 1, stale_symbols: ['XAUUSD'] },
    halts: 1,
    oldest_halt: { scope: 'symbol', symbol: 'EURUSD', since: since(0.5), reason: 'Price source under test' },
  }),
};
