import type { Entry, StoredOrder } from './stored-journal.ts';
import type { LoggedTicks, Tick } from './tick-files.ts';
import type { Sent } from './trader.ts';

export interface StopFaults {
  /** Stops in force that did not fire, or fired late, although a tick went through them. */
  readonly missed: string[];
  /** Stops fired by a tick that did not reach them, or by one older than the stop. */
  readonly falselyFired: string[];
  /** Number of stops fired by ticks missing from the log. */
  unlogged: number;
  fired: number;
  watched: number;
}

/** An order with its stops until their next change: surely in force after `untilMs`, possibly after `fromMs`. */
interface Watch {
  order: StoredOrder;
  fromMs: number;
  untilMs: number;
}

/**
 * Follows every order through the journal and looks for the first logged tick through its stops. An order is checked
 * from the tick after its opening; a changed stop comes into force between its request and the answer.
 */
export function auditStops(
  entries: readonly Entry[],
  ticks: LoggedTicks,
  requests: ReadonlyMap<string, Sent>,
  toldMs: ReadonlyMap<number, number>,
): StopFaults {
  const faults: StopFaults = { missed: [], falselyFired: [], unlogged: 0, fired: 0, watched: 0 };
  const watches = new Map<number, Watch>();
  for (const entry of entries) {
    for (const { type, order } of entry.events) {
      if (order === undefined) continue;
      const watch = watches.get(order.id);
      if (type === 'OrderOpened' && order.openQuote !== null) {
        const { timeMs } = order.openQuote;
        watches.set(order.id, { order, fromMs: timeMs, untilMs: timeMs });
        faults.watched += 1;
      } else if (type === 'StopsAmended' && watch !== undefined) {
        const request = requests.get(entry.clientId ?? '');
        const fromMs = Math.max(watch.fromMs, request?.quotedBeforeMs ?? 0);
        expectQuiet(faults, ticks, watch, fromMs);
        const answeredMs = request?.quotedAfterMs ?? 0;
        watches.set(order.id, { order, fromMs, untilMs: answeredMs > 0 ? answeredMs : Number.POSITIVE_INFINITY });
      } else if (type === 'OrderClosed' && watch !== undefined && order.closeQuote !== null) {
        judgeClosing(faults, ticks, watch, order, order.closeQuote);
        watches.delete(order.id);
      }
    }
  }
  for (const watch of watches.values()) {
    expectQuiet(faults, ticks, watch, toldMs.get(watch.order.instrumentId) ?? 0);
  }
  return faults;
}

function judgeClosing(faults: StopFaults, ticks: LoggedTicks, watch: Watch, closed: StoredOrder, quote: Tick): void {
  if (closed.closeReason !== 'stop-loss' && closed.closeReason !== 'take-profit') {
    expectQuiet(faults, ticks, watch, quote.timeMs);
    return;
  }
  faults.fired += 1;
  const { order } = watch;
  const price = order.side === 'buy' ? quote.bid : quote.ask;
  if (!isThrough(order, quote) || closed.closePrice !== price) {
    faults.falselyFired.push(`order ${order.id} closed at ${price} by ${closed.closeReason}, ${toldStops(order)}`);
  }
  if (quote.timeMs <= watch.fromMs) {
    faults.falselyFired.push(`order ${order.id}, set at ${watch.fromMs}, closed by an older tick of ${quote.timeMs}`);
  }
  if (!ticks.has(quote)) faults.unlogged += 1;
  expectQuiet(faults, ticks, watch, quote.timeMs - 1);
}

/** Notes a missed stop if a tick up to `endMs` reaches the stops. */
function expectQuiet(faults: StopFaults, ticks: LoggedTicks, { order, untilMs }: Watch, endMs: number): void {
  const through = ticks.between(order.instrumentId, untilMs, endMs).find((tick) => isThrough(order, tick));
  if (through === undefined) return;
  faults.missed.push(
    `order ${order.id} (${order.side}, ${toldStops(order)}), set by ${untilMs}, was not closed by ${JSON.stringify(through)}`,
  );
}

function isThrough({ side, stopLoss, takeProfit }: StoredOrder, { bid, ask }: Tick): boolean {
  if (side === 'buy') return (stopLoss !== null && bid <= stopLoss) || (takeProfit !== null && bid >= takeProfit);
  return (stopLoss !== null && ask >= stopLoss) || (takeProfit !== null && ask <= takeProfit);
}

function toldStops({ stopLoss, takeProfit }: StoredOrder): string {
  return `stops ${stopLoss} and ${takeProfit}`;
}
