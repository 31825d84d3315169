import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { amendStopsRefusals, cancelOrderRefusals } from './change-order.ts';
import { closeOrderRefusals, closePriceRefusals, queueCloseRefusals } from './close-order.ts';
import { placeOrderRefusals } from './place-order.ts';

const lists = {
  PlaceOrder: placeOrderRefusals,
  CloseOrder: [...closeOrderRefusals, ...closePriceRefusals, ...queueCloseRefusals],
  AmendStops: amendStopsRefusals,
  CancelOrder: cancelOrderRefusals,
};

test('R-ORD-18 docs/REFUSALS.md lists the refusals of each command in the order of the code', () => {
  const text = readFileSync(new URL('../../../../docs/REFUSALS.md', import.meta.url), 'utf8');
  for (const [command, rules] of Object.entries(lists)) {
    const section = text.split(`## ${command}\n`)[1]?.split('\n## ')[0] ?? '';
    const lines = section.split('\n').filter((line) => /^\d+\. /.test(line));
    expect(lines).toEqual(rules.map(({ code, when }, index) => `${index + 1}. \`${code}\`: ${when}`));
  }
});
