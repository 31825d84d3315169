import type { ReceiptFields } from '@candor/contracts/http/receipts';
import { describe, expect, test } from 'vitest';
import vectors from '../../../../../testkit/receipt-vectors-2.json' with { type: 'json' };
import { stopOutStory } from './stop-out-story.ts';

const receipts = vectors.reasons.map(({ text }) => JSON.parse(text) as ReceiptFields);

const closeOf = (order: number) => receipts.find(({ id }) => id === `${order}-close`) ?? expect.unreachable('a close');

describe('R-ORD-40 R-JRN-05 the story of a stop-out', () => {
  test('of the first close is the account that its receipt lists', () => {
    const first = closeOf(2);
    const story = stopOutStory(first, first);
    expect(story).toMatchObject({ percent: 50, isJustified: true, own: { order: 2, result: first.profit } });
    expect(story?.positions.map(({ order }) => order)).toEqual([2, 3, 4, 5]);
    expect(story?.before).toMatchObject({ isOut: true, margin: '906.560907' });
    expect(story?.after).toMatchObject({ isOut: true, equity: story?.before.equity });
  });

  test('of a further close follows the rule from the first', () => {
    const story = stopOutStory(closeOf(3), closeOf(2));
    const { reason } = closeOf(3);
    expect(story).toMatchObject({ isJustified: true, balance: reason?.kind === 'further-stop-out' && reason.balance });
    expect(story?.positions.map(({ order }) => order)).toEqual([3, 4, 5]);
    expect(story?.after.isOut).toBe(false);
  });

  test('says so where the figures do not lead to the close', () => {
    const [first, further] = [closeOf(2), closeOf(3)];
    const { reason } = first;
    if (reason?.kind !== 'stop-out') return expect.unreachable('the first close lists the account');
    const lower = { ...first, reason: { ...reason, stopOutPercent: 5 } };
    expect(stopOutStory(lower, lower)).toMatchObject({ isJustified: false, before: { isOut: false } });
    const richer = { ...further, reason: { kind: 'further-stop-out', balance: '9.000000', first: '2-close' } } as const;
    expect(stopOutStory(richer, first)).toMatchObject({ isJustified: false });
    expect(stopOutStory({ ...first, order: 4 }, first)).toMatchObject({ isJustified: false, own: { order: 4 } });
  });

  test('is none for a receipt of the first version, or of another fill', () => {
    const { reason: _, asked: __, ...old } = closeOf(2);
    expect(stopOutStory(old, old)).toBeNull();
    expect(stopOutStory(closeOf(1), closeOf(1))).toBeNull();
    expect(stopOutStory({ ...closeOf(2), order: 99 }, closeOf(2))).toBeNull();
  });
});
