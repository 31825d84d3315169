import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { PlaceOrder } from '@candor/domain/engine/command';
import { execute } from '@candor/domain/engine/execute';
import { applyQuote } from '@candor/domain/engine/on-quote';
import type { AccountId, OrderId } from '@candor/domain/values/ids';
import type { Lots } from '@candor/domain/values/lots';
import { encodeDecision } from '../apps/server/src/trading/codec.ts';
import { chainHash, genesisHash } from '../apps/server/src/trading/hash-chain.ts';
import { testSpecs } from '../testkit/engine-scenario.ts';
import { always, makeState, quoteAt } from './populations.ts';

// Work that is always the same, measured beside other work: whatever else the machine does slows both down alike, so that
// their ratio depends on it far less than a time.

const piecePairs = 250;
const warmUpPieces = 40;

/** A process that decides, encodes and hashes orders of accounts that never become more. */
export class FixedWork {
  readonly #child: ChildProcess;
  readonly #us: number[] = [];

  constructor(accounts: number) {
    this.#child = fork(fileURLToPath(import.meta.url), [String(accounts)], { detached: true });
    this.#child.on('exit', (code) => {
      if (code !== null) throw new Error(`The process of the fixed work ended with code ${code}`);
    });
  }

  /** Repeats the work until it is compiled. */
  async warmUp(): Promise<void> {
    for (let piece = 0; piece < warmUpPieces; piece += 1) await this.measure();
    this.take();
  }

  /** Measures the processor time of one piece. */
  async measure(): Promise<void> {
    this.#child.send('piece');
    const [us] = (await once(this.#child, 'message')) as [number];
    this.#us.push(us / (2 * piecePairs));
  }

  /** Returns the mean processor time of an entry since the last call, in microseconds. */
  take(): number {
    return meanOf(this.#us.splice(0));
  }

  async end(): Promise<void> {
    if (this.#child.kill()) await once(this.#child, 'exit');
  }
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function run(accounts: number): void {
  const state = makeState(accounts);
  const spec = testSpecs.eurusd;
  let hash = genesisHash;
  let entries = 0;
  const enter = (result: ReturnType<typeof execute>, accountId: AccountId) => {
    if (!result.ok) throw new Error(`A fixed order is decided, was ${result.refusal}`);
    const payload = encodeDecision({ kind: 'done', events: result.value });
    entries += 1;
    const clientId = entries.toString(16).padStart(32, '0');
    hash = chainHash(hash, { seq: entries, atMs: 1_000_000, accountId, clientId, bodyHash: 'A'.repeat(43), payload });
  };
  process.on('message', () => {
    const before = process.cpuUsage();
    for (let pair = 0; pair < piecePairs; pair += 1) {
      const accountId = (1 + ((entries * 7) % accounts)) as AccountId;
      applyQuote(state, quoteAt(spec, 110_000 + ((entries * 13) % 400)), 1_000_000, always);
      enter(execute(state, placing(accountId), always), accountId);
      const orderId = state.lastOrderId as OrderId;
      const market = { kind: 'open', ageMs: 0 } as const;
      const about = { atMs: 1_000_000, accountId, orderId, market, lots: null, whenPriced: false } as const;
      enter(execute(state, { ...about, type: 'CloseOrder' }, always), accountId);
    }
    const { user, system } = process.cpuUsage(before);
    process.send?.(user + system);
  });
  process.on('disconnect', () => process.exit());
}

function placing(accountId: AccountId): PlaceOrder {
  return {
    type: 'PlaceOrder',
    atMs: 1_000_000,
    accountId,
    instrumentId: testSpecs.eurusd.id,
    side: 'buy',
    lots: 1 as Lots,
    leverage: 100,
    targetPrice: null,
    stopLoss: null,
    takeProfit: null,
    expiresAtMs: null,
    expected: null,
    quoteSeq: null,
    market: { kind: 'open', ageMs: 0 },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) run(Number(process.argv[2]));
