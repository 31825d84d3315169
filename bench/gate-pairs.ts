import { createHash } from 'node:crypto';
import { execute } from '@candor/domain/engine/execute';
import { applyQuote } from '@candor/domain/engine/on-quote';
import { createState } from '@candor/domain/engine/state';
import type { AccountId, OrderId } from '@candor/domain/values/ids';
import type { Quote } from '@candor/domain/values/quote';
import { TradeLines } from '../apps/server/src/gateway/ws/trade-line.ts';
import type { StoredDecision } from '../apps/server/src/ports/trading-port.ts';
import { quotedInstruments } from '../apps/server/src/services/market/create-market.ts';
import { decodeDecision, encodeDecision } from '../apps/server/src/trading/codec.ts';
import { chainHash, genesisHash } from '../apps/server/src/trading/hash-chain.ts';
import { Idempotency } from '../apps/server/src/trading/idempotency.ts';
import { viewAccount } from '../apps/server/src/trading/views.ts';
import { testPolicy } from '../testkit/engine-scenario.ts';
import { scanQuote } from '../testkit/scan-engine.ts';
import { fireStops, placing, stopsAtRest } from './engine-orders.ts';
import { openAccounts } from './live-figures-server.ts';
import { NaiveAccounts } from './naive-accounts.ts';
import { always, makeState, quoteAt } from './populations.ts';
import { quietQuotes, triggersAtRest } from './quiet-ticks.ts';

// Pairs of work within one process: a figure of the product, and what it is compared with.

/** Two measurements that are taken in turn; each returns the processor time of one unit, in microseconds. */
export interface Pair {
  readonly product: () => number;
  readonly rival: () => number;
}

/** Returns the processor time of one turn, in microseconds. */
function usPerTurn(turns: number, body: (turn: number) => void): number {
  const before = process.cpuUsage();
  for (let turn = 0; turn < turns; turn += 1) body(turn);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / turns;
}

const atMs = 1_000_000;
/** Keeps results in use, so that no work is optimised away. */
let used = 0;

const quietTurns = 40_000;

function quietTicks(triggers: number): () => number {
  const state = triggersAtRest(triggers);
  const quotes = quietQuotes();
  return () =>
    usPerTurn(quietTurns, (turn) => {
      used += applyQuote(state, quotes[turn % quotes.length] as Quote, atMs, always).length;
    });
}

export function manyTriggers(): Pair {
  return { product: quietTicks(100_000), rival: quietTicks(1_000) };
}

export function quietTick(): Pair {
  const quotes = quietQuotes();
  return {
    product: quietTicks(1_000),
    rival: () =>
      usPerTurn(quietTurns / 8, (turn) => {
        used += JSON.stringify(quotes[turn % quotes.length]).length;
      }),
  };
}

export function firedOrder(): Pair {
  const measure = (stops: number, take: typeof applyQuote) => () => {
    const state = stopsAtRest(stops);
    return usPerTurn(1, () => fireStops(state, stops, take)) / stops;
  };
  return { product: measure(500, applyQuote), rival: measure(10, scanQuote) };
}

const entries = 500;
const accounts = 10;

/** Decides an order that opens a position, then one that closes it. */
export function decidedOrder(): Pair {
  const state = makeState(accounts);
  const market = { kind: 'open', ageMs: 0 } as const;
  const about = { type: 'CloseOrder', atMs, lots: null, whenPriced: false, market } as const;
  const decide = (turn: number) => {
    const accountId = (1 + ((turn >> 1) % accounts)) as AccountId;
    const orderId = state.lastOrderId as OrderId;
    const command = turn % 2 === 0 ? placing(accountId, atMs) : ({ ...about, accountId, orderId } as const);
    const result = execute(state, command, always);
    if (!result.ok) throw new Error(`The order is accepted, was ${result.refusal}`);
    return result.value;
  };
  const events = [decide(0), decide(1)];
  return {
    product: () => usPerTurn(entries, decide),
    rival: () =>
      usPerTurn(entries, (turn) => {
        used += toJson(events[turn % 2]).length;
      }),
  };
}

function sampleDecision(): StoredDecision {
  const result = execute(makeState(10), placing(1 as AccountId, atMs), always);
  if (!result.ok) throw new Error(`The order is accepted, was ${result.refusal}`);
  return { kind: 'done', events: result.value };
}

function toJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? `${inner}n` : inner));
}

export function encodedEntry(): Pair {
  const decision = sampleDecision();
  return {
    product: () =>
      usPerTurn(entries, () => {
        used += encodeDecision(decision).length;
      }),
    rival: () =>
      usPerTurn(entries, () => {
        used += toJson(decision).length;
      }),
  };
}

export function hashedEntry(): Pair {
  const fields = { atMs, accountId: 1, clientId: 'c'.repeat(32), bodyHash: 'A'.repeat(43) };
  const payload = encodeDecision(sampleDecision());
  let [own, theirs] = [genesisHash, genesisHash];
  return {
    product: () =>
      usPerTurn(entries, (seq) => {
        own = chainHash(own, { ...fields, seq, payload });
      }),
    rival: () =>
      usPerTurn(entries, (seq) => {
        theirs = createHash('sha256')
          .update(theirs)
          .update(JSON.stringify({ ...fields, seq, payload }))
          .digest();
      }),
  };
}

export function readEntry(): Pair {
  const text = encodeDecision(sampleDecision());
  return {
    product: () =>
      usPerTurn(entries, () => {
        used += decodeDecision(text).kind.length;
      }),
    rival: () =>
      usPerTurn(entries, () => {
        used += (JSON.parse(text) as StoredDecision).kind.length;
      }),
  };
}

/** Looks ids up and remembers them, where memory is full of stored ones. */
function rememberIds(kept: number): () => number {
  let seq = 0;
  const none = { find: () => Promise.resolve([]), days: () => Promise.resolve([]), readDay: () => Promise.resolve([]) };
  const ids = new Idempotency({ ids: none, committedSeq: () => seq, recentMax: kept });
  void ids.fill();
  const enter = () => {
    seq += 1;
    const clientId = seq.toString(16).padStart(32, '0');
    if (ids.find(1, clientId) === 'new') used += 1;
    ids.remember(1, clientId, seq, atMs);
  };
  return () => {
    // The filters are filled in a later turn.
    while (seq < kept) enter();
    return usPerTurn(entries, enter);
  };
}

export function manyIds(): Pair {
  return { product: rememberIds(100_000), rival: rememberIds(1_000) };
}

const watched = { accounts: 20, orders: 20 };

/** Values accounts and writes their lines after a new price of every instrument. */
export function watchedAccount(): Pair {
  const instruments = quotedInstruments('open').slice(0, 36);
  const specs = instruments.map(({ spec }) => spec);
  const state = createState(specs, { ...testPolicy, ordersMax: Number.MAX_SAFE_INTEGER }, 1);
  const quotesAt = (step: number) =>
    instruments.map(({ spec, referencePrice, spreadTicks }) => {
      const bid = Math.round(referencePrice * 10 ** spec.digits) + (step % 3);
      return { ...quoteAt(spec, bid), ask: (bid + spreadTicks) as Quote['ask'] };
    });
  for (const quote of quotesAt(0)) applyQuote(state, quote, quote.timeMs, always);
  openAccounts(
    state,
    watched,
    specs.map(({ id }) => id),
  );
  const naive = new NaiveAccounts(specs, [...state.accounts.values()]);
  const lines = new TradeLines({ spec: (id) => state.specs.get(id) ?? null });
  const ids = [...state.accounts.keys()];
  const turnsOf = (take: (quote: Quote) => void, write: (id: AccountId) => string) => () =>
    usPerTurn(10, (turn) => {
      for (const quote of quotesAt(turn)) take(quote);
      for (const id of ids) used += write(id).length;
    }) / ids.length;
  return {
    product: turnsOf(
      (quote) => {
        applyQuote(state, quote, quote.timeMs, always);
        lines.forgetPrice(quote.instrumentId);
      },
      (id) => lines.of(viewAccount(state, id))[0] ?? '',
    ),
    rival: turnsOf(
      (quote) => naive.take(quote),
      (id) => naive.write(id),
    ),
  };
}
