import type { EngineEvent } from '@candor/domain/engine/event';
import { isOpen } from '@candor/domain/engine/order';
import { applyTransfers, depositTransfers } from '@candor/domain/ledger/ledger';
import type { CompanyId } from '@candor/domain/values/ids';
import { formatLots } from '@candor/domain/values/lots';
import { parseMoney } from '@candor/domain/values/money';
import { formatPrice } from '@candor/domain/values/price';
import type { Quote } from '@candor/domain/values/quote';
import type { JournalEntry } from '../apps/server/src/ports/journal.ts';
import { encodeDecision } from '../apps/server/src/trading/codec.ts';
import { EngineScenario, testSpecs } from './engine-scenario.ts';

/** Instruments of the flow: both are quoted in dollars, the currency of the accounts. */
export const flowSpecs = [testSpecs.eurusd, testSpecs.gbpusd] as const;

/** Returns a random number from 0, below 1; the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Journal and quotes of an account that trades at random. */
export interface ClientFlow {
  readonly entries: JournalEntry[];
  readonly quotes: Quote[];
  readonly events: readonly EngineEvent[];
  readonly scenario: EngineScenario;
}

/** Runs an account of company 1 that opens, closes and partly closes at random: `acts` from a time on, a fixed pace apart. */
export function runClientFlow(
  seed: number,
  {
    startMs,
    acts,
    everyMs,
    realm = 'real',
  }: { startMs: number; acts: number; everyMs: number; realm?: 'real' | 'demo' },
): ClientFlow {
  const random = seeded(seed);
  const scenario = new EngineScenario({ realm, startMs, balance: '90000000.00', policy: { ordersMax: 1_000 } });
  if (realm === 'real') {
    const scope = { tenantId: 1 as CompanyId, realm, currency: 'USD' };
    const amount = parseMoney('90000000') ?? 0n;
    applyTransfers(scenario.state.balances, depositTransfers(scope, scenario.accountId, amount as never));
  }
  const mids = new Map(flowSpecs.map((spec, at) => [spec, 110_000 + at * 17_000]));
  const quotes: Quote[] = [];
  for (let act = 0; act < acts; act += 1) {
    scenario.nowMs = startMs + act * everyMs;
    for (const spec of flowSpecs) {
      const mid = (mids.get(spec) ?? 0) + Math.floor(random() * 41) - 20;
      mids.set(spec, mid);
      scenario.quote(spec, formatPrice((mid - 4) as never, 5), formatPrice((mid + 5) as never, 5));
      const quote = scenario.state.quotes.get(spec.id);
      if (quote !== undefined) quotes.push(quote);
    }
    actOnce(scenario, random);
  }
  const entries = scenario.events.map((event, at) => ({
    seq: at + 1,
    atMs: event.atMs,
    accountId: event.accountId,
    clientId: null,
    bodyHash: null,
    payload: encodeDecision({ kind: 'done', events: [event] }),
    hash: Buffer.alloc(32),
  }));
  return { entries, quotes, events: scenario.events, scenario };
}

function actOnce(scenario: EngineScenario, random: () => number): void {
  const open = [...(scenario.state.accounts.get(scenario.accountId)?.orders.values() ?? [])].filter(isOpen);
  const order = open[Math.floor(random() * open.length)];
  const roll = random();
  const spec = flowSpecs[random() < 0.5 ? 0 : 1];
  if (order === undefined || (roll < 0.5 && open.length < 40))
    scenario.place(spec, {
      side: random() < 0.5 ? 'buy' : 'sell',
      lots: formatLots(1 + Math.floor(random() * 900), spec),
    });
  else if (roll < 0.75 && order.lots > 1)
    scenario.close(order.id, formatLots(1 + Math.floor(random() * (order.lots - 1)), spec));
  else scenario.close(order.id);
}
