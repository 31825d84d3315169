import type { Entry, StoredOrder } from './stored-journal.ts';
import type { LoggedTicks, Tick } from './tick-files.ts';
import type { Sent } from './trader.ts';

export interface PendingFaults {
  /** Orders not filled, or filled late, although a tick met the target. */
  readonly missed: string[];
  /** Orders filled by a tick that does not meet the target or after the expiry, or expired early. */
  readonly wrong: string[];
  filled: number;
  expired: number;
  watched: number;
}

/** Time in which no pending order is filled. */
export interface Pause {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * Follows every pending order through the journal: it must be filled by the first logged tick through its target, and
 * by none after its expiry. An order is surely in force once its request is answered; ticks of a pause fill nothing.
 */
export function auditPending(
  entries: readonly Entry[],
  ticks: LoggedTicks,
  requests: ReadonlyMap<string, Sent>,
  toldMs: ReadonlyMap<number, number>,
  pauses: readonly Pause[] = [],
): PendingFaults {
  const faults: PendingFaults = { missed: [], wrong: [], filled: 0, expired: 0, watched: 0 };
  const waiting = new Map<number, { order: StoredOrder; untilMs: number }>();
  const expectQuiet = (order: StoredOrder, untilMs: number, endMs: number) => {
    const isPaused = ({ timeMs }: Tick) => pauses.some(({ fromMs, toMs }) => timeMs >= fromMs && timeMs <= toMs);
    const due = ticks.between(order.instrumentId, untilMs, endMs).filter((tick) => !isPaused(tick));
    const through = due.find((tick) => isMet(order, tick));
    if (through !== undefined) faults.missed.push(`${describe(order)} was not filled by ${JSON.stringify(through)}`);
  };
  for (const entry of entries) {
    for (const { type, order, atMs } of entry.events) {
      if (order === undefined) continue;
      if (type === 'OrderPlaced') {
        const answeredMs = requests.get(entry.clientId ?? '')?.quotedAfterMs ?? 0;
        waiting.set(order.id, { order, untilMs: answeredMs > 0 ? answeredMs : Number.POSITIVE_INFINITY });
        faults.watched += 1;
        continue;
      }
      const wait = waiting.get(order.id);
      if (wait === undefined || order.status === 'pending') continue;
      waiting.delete(order.id);
      const { order: placed, untilMs } = wait;
      const endMs = placed.expiresAtMs ?? Number.POSITIVE_INFINITY;
      if (type === 'OrderOpened' && order.openQuote !== null) {
        faults.filled += 1;
        const quote = order.openQuote;
        if (!isMet(placed, quote) || quote.timeMs >= endMs)
          faults.wrong.push(`${describe(placed)} was filled by ${JSON.stringify(quote)}`);
        expectQuiet(placed, untilMs, quote.timeMs - 1);
      } else if (type === 'OrderExpired') {
        faults.expired += 1;
        if (atMs < endMs) faults.wrong.push(`${describe(placed)} expired at ${atMs}`);
        expectQuiet(placed, untilMs, endMs - 1);
      }
    }
  }
  for (const { order, untilMs } of waiting.values()) {
    const lastMs = toldMs.get(order.instrumentId) ?? 0;
    if ((order.expiresAtMs ?? Number.POSITIVE_INFINITY) < lastMs)
      faults.wrong.push(`${describe(order)} did not expire`);
    expectQuiet(order, untilMs, Math.min(lastMs, (order.expiresAtMs ?? Number.POSITIVE_INFINITY) - 1));
  }
  return faults;
}

function isMet({ side, kind, targetPrice }: StoredOrder, { bid, ask }: Tick): boolean {
  if (targetPrice === null) return false;
  if (side === 'buy') return kind === 'limit' ? ask <= targetPrice : ask >= targetPrice;
  return kind === 'limit' ? bid >= targetPrice : bid <= targetPrice;
}

function describe({ id, side, kind, targetPrice, expiresAtMs }: StoredOrder): string {
  return `order ${id} (${side} ${kind} at ${targetPrice}, until ${expiresAtMs})`;
}
