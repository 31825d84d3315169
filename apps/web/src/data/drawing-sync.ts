import { codes } from '@candor/contracts/codes';
import type { DrawnInstrument } from '@candor/contracts/http/chart-drawings';
import type { Drawing, DrawingTool } from '../session/chart-store.ts';
import { drawingTools } from '../session/chart-store.ts';
import { CallError, type Client } from './client.ts';

type Drawings = readonly Drawing[];

/** Drawings of one instrument of an account, with the time of their last change. */
interface DrawnEntry {
  readonly drawings: Drawings;
  readonly atMs: number;
  /** True until the server has them. */
  readonly isUnsent: boolean;
}

/** Drawings of one account as this device knows them. */
export interface AccountDrawings {
  readonly accountId: number;
  readonly entries: Readonly<Record<string, DrawnEntry>>;
}

export interface DrawingSyncDeps {
  readonly client: Pick<Client, 'call'>;
  readonly accountId: () => number | null;
  readonly read: () => AccountDrawings | null;
  readonly write: (drawings: AccountDrawings) => void;
  readonly nowMs: () => number;
  /** Called if a change of the user was refused; it stays on this device. */
  readonly onRefused: (error: CallError) => void;
}

/**
 * Keeps the drawings of an account on the server (R-CHT-08). A change is shown at once, and sent as soon as there is a
 * connection; of two devices' changes of one instrument the later one counts.
 */
export class DrawingSync {
  readonly #deps: DrawingSyncDeps;
  #sending: Promise<void> | null = null;

  constructor(deps: DrawingSyncDeps) {
    this.#deps = deps;
  }

  /** Fetches the drawings of the account, and sends what the server does not have. On failure the known ones stay. */
  async load(): Promise<void> {
    const { client, accountId: current } = this.#deps;
    const accountId = current();
    if (accountId === null) return;
    try {
      const { instruments } = await client.call('chartDrawings', {});
      if (current() !== accountId) return;
      const unsent = Object.entries(this.#entries(accountId)).filter(([, { isUnsent }]) => isUnsent);
      const known = instruments.map((one): [string, DrawnEntry] => [String(one.forex_id), fromWire(one)]);
      const kept = unsent.filter(([id, { atMs }]) =>
        known.every(([other, entry]) => other !== id || entry.atMs < atMs),
      );
      this.#deps.write({ accountId, entries: { ...Object.fromEntries(known), ...Object.fromEntries(kept) } });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      return;
    }
    await this.#send();
  }

  /** Shows a change of the account's drawings, and sends it. */
  async keep(accountId: number, instrumentId: number, drawings: Drawings): Promise<void> {
    // By a slow clock a change would be older than what it was made from, and be dropped.
    const seenMs = this.#entries(accountId)[instrumentId]?.atMs ?? 0;
    this.#put(accountId, instrumentId, { drawings, atMs: Math.max(this.#deps.nowMs(), seenMs + 1), isUnsent: true });
    await this.#send();
  }

  #entries(accountId: number): Readonly<Record<string, DrawnEntry>> {
    const known = this.#deps.read();
    return known?.accountId === accountId ? known.entries : {};
  }

  #put(accountId: number, instrumentId: number, entry: DrawnEntry): void {
    this.#deps.write({ accountId, entries: { ...this.#entries(accountId), [instrumentId]: entry } });
  }

  /** Sends one change after another; one that is made meanwhile is sent by the same run. */
  #send(): Promise<void> {
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = null;
    });
    return this.#sending;
  }

  async #sendAll(): Promise<void> {
    const { client, accountId: current, onRefused } = this.#deps;
    const accountId = current();
    const refused = new Set<string>();
    for (;;) {
      if (accountId === null || current() !== accountId) return;
      const next = Object.entries(this.#entries(accountId)).find(([id, one]) => one.isUnsent && !refused.has(id));
      if (next === undefined) return;
      const [id, sent] = next;
      try {
        const answer = await client.call('saveChartDrawings', toWire(Number(id), sent), { retries: 1 });
        // A change made while this one was under way is sent next.
        if (this.#entries(accountId)[id] === sent) this.#put(accountId, Number(id), fromWire(answer));
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        if (error.code !== codes.tooManyDrawings) return;
        refused.add(id);
        onRefused(error);
      }
    }
  }
}

function toWire(instrumentId: number, { drawings, atMs }: DrawnEntry): DrawnInstrument {
  return {
    forex_id: instrumentId,
    at: atMs,
    drawings: drawings.map(({ points, ...one }) => ({
      ...one,
      points: points.map(({ timestamp, value }) => ({ time: timestamp, price: value })),
    })),
  };
}

/** Drawings of tools that this version does not know are left out. */
function fromWire({ at, drawings }: DrawnInstrument): DrawnEntry {
  const isKnown = (tool: string): tool is DrawingTool => (drawingTools as readonly string[]).includes(tool);
  const read = drawings.flatMap(({ points, tool, id, colour }): Drawing[] => {
    const placed = points.map(({ time, price }) => ({ timestamp: time, value: price }));
    return isKnown(tool) ? [{ id, tool, points: placed, ...(colour === undefined ? {} : { colour }) }] : [];
  });
  return { drawings: read, atMs: at, isUnsent: false };
}
