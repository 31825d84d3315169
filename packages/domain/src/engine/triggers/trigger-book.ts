import type { OrderId } from '../../values/ids.ts';
import type { Quote } from '../../values/quote.ts';
import type { OrderRecord } from '../order.ts';
import { LevelHeap } from './level-heap.ts';

/** A price level that acts when one side of the quote reaches it. */
export interface Trigger {
  readonly action: 'stop-loss' | 'take-profit' | 'fill';
  readonly quoteSide: 'bid' | 'ask';
  readonly when: 'at-or-below' | 'at-or-above';
  readonly level: number;
}

/** The levels an order waits for: its target while pending; its stops, on the closing side, while open (R-ORD-06…09). */
export function triggersOfOrder(order: OrderRecord): Trigger[] {
  if (order.status === 'pending') return [fillTrigger(order)];
  if (order.status !== 'open') return [];
  const isBuy = order.side === 'buy';
  const quoteSide = isBuy ? 'bid' : 'ask';
  const triggers: Trigger[] = [];
  if (order.stopLoss !== null) {
    const when = isBuy ? 'at-or-below' : 'at-or-above';
    triggers.push({ action: 'stop-loss', quoteSide, when, level: order.stopLoss });
  }
  if (order.takeProfit !== null) {
    const when = isBuy ? 'at-or-above' : 'at-or-below';
    triggers.push({ action: 'take-profit', quoteSide, when, level: order.takeProfit });
  }
  return triggers;
}

function fillTrigger(order: OrderRecord): Trigger {
  if (order.targetPrice === null) throw new Error(`Invariant: pending order ${order.id} has a target`);
  const waitsBelow = (order.side === 'buy') === (order.kind === 'limit');
  return {
    action: 'fill',
    quoteSide: order.side === 'buy' ? 'ask' : 'bid',
    when: waitsBelow ? 'at-or-below' : 'at-or-above',
    level: order.targetPrice,
  };
}

export function isTriggered(trigger: Trigger, quote: Pick<Quote, 'bid' | 'ask'>): boolean {
  const price = trigger.quoteSide === 'bid' ? quote.bid : quote.ask;
  return trigger.when === 'at-or-below' ? price <= trigger.level : price >= trigger.level;
}

const sweepSlack = 64;

/** The resting levels of one instrument, in four heaps: each quote side, from below and from above. */
export class TriggerBook {
  // "At or below" fires the largest level first, "at or above" the smallest.
  readonly #heaps = {
    bid: { 'at-or-below': new LevelHeap('largest'), 'at-or-above': new LevelHeap('smallest') },
    ask: { 'at-or-below': new LevelHeap('largest'), 'at-or-above': new LevelHeap('smallest') },
  };
  #live = 0;

  add(order: OrderRecord): void {
    for (const trigger of triggersOfOrder(order)) {
      this.#heaps[trigger.quoteSide][trigger.when].push(trigger.level, order.id);
      this.#live += 1;
    }
  }

  /** Tells that the order's levels no longer count; they are dropped when they surface or by a sweep. */
  remove(order: OrderRecord, current: (id: OrderId) => OrderRecord | undefined): void {
    this.#live -= triggersOfOrder(order).length;
    if (this.#size() > 2 * this.#live + sweepSlack) {
      this.#forEachHeap((heap, quoteSide, when) => heap.sweep(countsFor(quoteSide, when, current)));
    }
  }

  /** Whether any level is reached: the whole cost of a quiet tick. */
  isAnyReached(quote: Pick<Quote, 'bid' | 'ask'>): boolean {
    return (
      this.#heaps.bid['at-or-below'].isReached(quote.bid) ||
      this.#heaps.bid['at-or-above'].isReached(quote.bid) ||
      this.#heaps.ask['at-or-below'].isReached(quote.ask) ||
      this.#heaps.ask['at-or-above'].isReached(quote.ask)
    );
  }

  /** Orders with a reached level, ascending by id, each once. May name orders whose level has since moved. */
  reachedOrders(quote: Pick<Quote, 'bid' | 'ask'>): OrderId[] {
    const ids: number[] = [];
    this.#forEachHeap((heap, quoteSide) => heap.collectReached(quote[quoteSide], ids));
    return [...new Set(ids)].sort((a, b) => a - b) as OrderId[];
  }

  /** Drops levels on top that were reached and acted upon. */
  dropReached(quote: Pick<Quote, 'bid' | 'ask'>, current: (id: OrderId) => OrderRecord | undefined): void {
    this.#forEachHeap((heap, quoteSide, when) =>
      heap.dropReached(quote[quoteSide], countsFor(quoteSide, when, current)),
    );
  }

  #size(): number {
    let size = 0;
    this.#forEachHeap((heap) => {
      size += heap.size;
    });
    return size;
  }

  #forEachHeap(visit: (heap: LevelHeap, quoteSide: 'bid' | 'ask', when: Trigger['when']) => void): void {
    for (const quoteSide of ['bid', 'ask'] as const) {
      for (const when of ['at-or-below', 'at-or-above'] as const) visit(this.#heaps[quoteSide][when], quoteSide, when);
    }
  }
}

function countsFor(
  quoteSide: 'bid' | 'ask',
  when: Trigger['when'],
  current: (id: OrderId) => OrderRecord | undefined,
): (id: number, level: number) => boolean {
  return (id, level) => {
    const order = current(id as OrderId);
    if (order === undefined) return false;
    return triggersOfOrder(order).some(
      (trigger) => trigger.quoteSide === quoteSide && trigger.when === when && trigger.level === level,
    );
  };
}
