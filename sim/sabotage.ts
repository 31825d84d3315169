import { createHash } from 'node:crypto';
import type { CanClose } from '@candor/domain/engine/facts';
import type { Quote } from '@candor/domain/values/quote';
import type { Journal, JournalEntry } from '../apps/server/src/ports/journal.ts';
import type { TickLog } from '../apps/server/src/ports/market.ts';
import type { ProjectionStore, Projector, ReceiptChains, ReceiptSigner } from '../apps/server/src/ports/projection.ts';
import type { TradingCore } from '../apps/server/src/trading/trading-core.ts';
import type { JournalStore } from './fake-journal.ts';

/** A fault put into the product on purpose, for the auditor to find. */
export interface Sabotage {
  readonly journal?: (journal: Journal, store: JournalStore) => Journal;
  readonly core?: (core: TradingCore, process: number) => TradingCore;
  readonly projections?: (store: ProjectionStore, isAlive: () => boolean) => ProjectionStore;
  readonly receipts?: (store: ReceiptChains) => ReceiptChains;
  readonly projector?: (projector: Projector) => Projector;
  /** Wraps the core that the gateway uses. */
  readonly gatewayCore?: (core: TradingCore) => TradingCore;
  readonly signer?: ReceiptSigner;
  readonly canClose?: CanClose;
  /** True if the core ignores halts. */
  readonly ignoresHalts?: true;
  /** True if a higher stop-out level reaches open positions at once. */
  readonly ignoresNotices?: true;
  readonly ticksStored?: (offset: number) => Promise<void>;
  readonly resumeTime?: (log: Pick<TickLog, 'nextOffset' | 'read'>) => Promise<number | null>;
  /** True if the auditor may not inspect the core: stored rows, pushes and answers must reveal the fault. */
  readonly isHidden?: true;
}

export const noSabotage: Sabotage = {};

export function around(core: TradingCore, changes: Partial<TradingCore>): TradingCore {
  return Object.assign(Object.create(core) as TradingCore, {
    submit: core.submit.bind(core),
    onQuote: core.onQuote.bind(core),
    onTime: core.onTime.bind(core),
    followEvents: core.followEvents.bind(core),
    drain: core.drain.bind(core),
    ...changes,
  });
}

function withCommit(journal: Journal, commit: Journal['commit']): Journal {
  return {
    lead: () => journal.lead(),
    position: () => journal.position(),
    read: (seq, limit) => journal.read(seq, limit),
    ids: journal.ids,
    payments: journal.payments,
    commit,
  };
}

/** Changes the written rows and rehashes the chain, so that only the content reveals it. */
function rewrite(store: JournalStore, entries: readonly JournalEntry[], edit: (payload: string) => string) {
  let hash = store.lastHash;
  return entries.map((entry): JournalEntry => {
    const payload = edit(entry.payload);
    const { seq, atMs, accountId, clientId, bodyHash } = entry;
    const text = JSON.stringify([seq, atMs, accountId, clientId, bodyHash, payload]);
    hash = createHash('sha256').update(hash).update(text).digest();
    return { ...entry, payload, hash };
  });
}

export function editing(edit: (payload: string) => string): Sabotage {
  return {
    journal: (journal, store) =>
      withCommit(journal, (epoch, from, offset, entries) =>
        journal.commit(epoch, from, offset, rewrite(store, entries, edit)),
      ),
  };
}

const onQuoteAs = (change: (quote: Quote) => Quote): Sabotage => ({
  isHidden: true,
  core: (core) => around(core, { onQuote: (quote, offset) => core.onQuote(change(quote), offset) }),
});

export interface BrokenVariant {
  readonly sabotage: Sabotage;
  /** Matches the invariants that may be the first to fail. */
  readonly caughtBy: RegExp;
}

/** Faults of the trading core by name. */
export const haltSabotages: Readonly<Record<string, BrokenVariant>> = {
  'opens, and lets pending orders fill, while a halt stands': {
    sabotage: { ignoresHalts: true },
    caughtBy: /P6-refusal|P4-state/,
  },
  'stops open positions out at a raised level without notice': {
    sabotage: { ignoresNotices: true, isHidden: true },
    caughtBy: /^P2-/,
  },
};

export const sabotages: Readonly<Record<string, BrokenVariant>> = {
  'answers before the commit': {
    sabotage: {
      journal: (journal) =>
        withCommit(journal, (...batch) => {
          journal.commit(...batch).catch(() => undefined);
          return Promise.resolve();
        }),
    },
    caughtBy: /P2-acked-is-stored|P3-push-is-stored/,
  },
  'misses the triggering tick': {
    sabotage: {
      isHidden: true,
      core: (core) =>
        around(core, {
          onQuote(quote, offset) {
            // Every seventh quote repeats the instrument's last prices.
            const said = quote.seq % 7 === 0 ? core.state.quotes.get(quote.instrumentId) : undefined;
            core.onQuote({ ...quote, bid: said?.bid ?? quote.bid, ask: said?.ask ?? quote.ask }, offset);
          },
        }),
    },
    caughtBy: /E4-missed|P6-refusal|E1-events|P1-same-answer|E2-profit|E3-price|P2-phantom|E1-order|P2-acked|E8/,
  },
  'fills at the wrong side of the quote': {
    sabotage: onQuoteAs((quote) => ({ ...quote, ask: quote.bid })),
    caughtBy: /E3-price|P1-same-answer|P6-refusal|P2-phantom/,
  },
  'writes an order at a better price': {
    sabotage: editing((payload) =>
      payload.replace(/"openPrice":(\d+)/, (_all, price) => `"openPrice":${Number(price) - 1}`),
    ),
    caughtBy: /E3-price/,
  },
  'writes a smaller fee': {
    sabotage: editing((payload) => payload.replace(/"amount":"7(\d+)n"/, '"amount":"6$1n"')),
    caughtBy: /L1-postings/,
  },
  'loses a posting': {
    sabotage: editing((payload) => payload.replace(/"transfers":\[\{"kind":"trade-loss"[^\]]*\]/, '"transfers":[]')),
    caughtBy: /L1-postings|L7-negative/,
  },
  'executes a command twice': {
    sabotage: {
      core: (core) =>
        around(core, {
          submit(request) {
            if (request.command.type === 'PlaceOrder') void core.submit({ ...request, clientId: null, bodyHash: null });
            return core.submit(request);
          },
        }),
    },
    caughtBy: /P2-phantom|P4-state|P1-same-answer/,
  },
  'forgets ids at a restart': {
    sabotage: {
      core: (core, process) =>
        around(core, {
          submit: (request) =>
            core.submit({ ...request, clientId: request.clientId === null ? null : `${request.clientId}/${process}` }),
        }),
    },
    caughtBy: /P2-phantom|P1|P2-acked-is-stored|P4-state/,
  },
  'advances the tick offset before the decisions are stored': {
    sabotage: {
      journal: (journal) =>
        withCommit(journal, (epoch, from, offset, entries) => journal.commit(epoch, from, offset + 1, entries)),
    },
    caughtBy: /T1-offset/,
  },
  'ingests ticks twice': {
    sabotage: {
      journal: (journal) =>
        withCommit(journal, (epoch, from, offset, entries) =>
          journal.commit(epoch, from, Math.max(0, offset - 1), entries),
        ),
    },
    caughtBy: /T1-offset/,
  },
  'lets a superseded leader write': {
    sabotage: {
      journal: (journal, store) =>
        withCommit(journal, (_epoch, from, offset, entries) => journal.commit(store.epoch, from, offset, entries)),
    },
    // The product may notice first: its commit finds the journal shorter than before.
    caughtBy: /P5-epoch|P2-phantom|P2-acked|P3-push|L4|Error/,
  },
  'never stops out an account': {
    sabotage: { canClose: () => false, isHidden: true },
    caughtBy: /E8-stop-out|T1-offset/,
  },
  'leaves an account below the stop-out level': {
    sabotage: { canClose: () => false },
    caughtBy: /E8-stop-out|P4-state/,
  },
  'drops a stop': {
    sabotage: {
      isHidden: true,
      core: (core) =>
        around(core, {
          onTime() {
            for (const book of core.state.triggers.values()) book.isAnyReached = () => false;
            core.onTime();
          },
        }),
    },
    caughtBy: /E4-missed|E1-events|P6-refusal|P1-same-answer|P2-phantom|P2-acked-is-stored|T1-offset/,
  },
  'forgets its orders in memory': {
    sabotage: {
      core: (core) =>
        around(core, {
          onTime() {
            for (const account of core.state.accounts.values()) account.orders.clear();
            core.onTime();
          },
        }),
    },
    caughtBy: /P4-state/,
  },
  'stores a decision before its ticks': {
    sabotage: { ticksStored: () => Promise.resolve() },
    caughtBy: /T1-offset/,
  },
  'moves a balance without a posting': {
    sabotage: {
      core: (core) =>
        around(core, {
          onTime() {
            for (const [key, balance] of core.state.balances) {
              if (key.includes('cash')) core.state.balances.set(key, (balance + 1n) as typeof balance);
            }
            core.onTime();
          },
        }),
    },
    caughtBy: /L3-balance/,
  },
  'tampers with a stored row': {
    sabotage: {
      journal: (journal) =>
        withCommit(journal, (epoch, from, offset, entries) =>
          journal.commit(
            epoch,
            from,
            offset,
            entries.map((entry) => ({ ...entry, atMs: entry.atMs + 1 })),
          ),
        ),
    },
    caughtBy: /L4-chain/,
  },
};
