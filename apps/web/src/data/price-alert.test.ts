import { describe, expect, it } from 'vitest';
import { acceptNotice, forgetNotices, toNotice, useNotices } from './notices.ts';
import { ticksAway } from './price-alert.ts';

const sides = { bid: 115_283, ask: 115_295 };

describe('R-ALR-04 the distance of an alert', () => {
  it.each([
    ['bid', true, 115_400, 117],
    ['ask', true, 115_400, 105],
    ['bid', false, 115_200, 83],
    ['ask', false, 115_200, 95],
    ['bid', true, 115_283, 0],
    ['ask', false, 115_300, -5],
  ] as const)('of the %s, above: %s, to %i is %i ticks', (side, isAbove, level, ticks) => {
    expect(ticksAway({ side, isAbove }, level, sides)).toBe(ticks);
  });
});

describe('R-ALR-04 alerts that fired', () => {
  const line = (id: number) => ({
    Id: `${id}-0`,
    Kind: 'alert_fired' as const,
    Time: 1,
    Msg: 'EUR/USD has reached your alert.',
    OrderId: null,
    ForexId: 1,
    Amount: null,
    Alert: {
      ...{
        id,
        kind: 'price' as const,
        forex_id: 1,
        show_code: 'EUR/USD',
        side: 'bid' as const,
        when: 'above' as const,
        price: '1.15400',
      },
      ...{ created_at: 1, reached: '1.15402', seq: 7, source: 'test', quote_at: 5 },
    },
  });

  it('are kept newest first, once however often their notice comes, and forgotten with the account', () => {
    forgetNotices();
    for (const id of [1, 2, 1, 2]) acceptNotice(9, toNotice(line(id)));
    const { fired } = useNotices.getState();
    expect(fired.map(({ alert }) => alert.id)).toEqual([2, 1]);
    expect(fired[0]).toMatchObject({
      alert: { kind: 'price', isAbove: true, price: '1.15400' },
      reached: '1.15402',
      atMs: 5,
    });
    forgetNotices();
    expect(useNotices.getState().fired).toEqual([]);
  });
});
