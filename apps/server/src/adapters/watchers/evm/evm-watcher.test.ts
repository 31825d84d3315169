import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { evmHash, FakeEvmNode } from '../../../../../../testkit/fake-evm-node.ts';
import type { ChainCheckpoint, Look } from '../../../ports/payment-watch.ts';
import { createEvmWatcher, type EvmWatcherOptions } from './evm-watcher.ts';

const mine = `0x${'c0ffee'.repeat(6)}beef`;
const other = `0x${'12'.repeat(20)}`;
const usdt = `0x${'5d'.repeat(20)}`;
const addresses = new Set([mine]);
const eth = 10n ** 18n;

let node: FakeEvmNode;
beforeEach(async () => {
  node = new FakeEvmNode();
  await node.rpc.start();
});
afterEach(() => node.rpc.stop());

function watcher(options: Partial<EvmWatcherOptions> = {}) {
  return createEvmWatcher({
    name: 'evm',
    url: node.rpc.url,
    chainId: 1337,
    coin: 'ETH',
    tokens: [{ currency: 'USDT', contract: usdt, decimals: 6 }],
    confirmations: 3,
    attemptMaxMs: 300,
    waitMs: 1,
    ...options,
  });
}

/** Looks until everything is read, each time with a new watcher that knows only the checkpoint. */
async function lookOn(before: ChainCheckpoint | null, options: Partial<EvmWatcherOptions> = {}) {
  const looks: Look[] = [];
  do {
    looks.push(await watcher(options).look(looks.at(-1)?.checkpoint ?? before, addresses));
  } while (looks.at(-1)?.isCaughtUp === false && looks.length < 100);
  const checkpoint = looks.at(-1)?.checkpoint ?? null;
  return { looks, checkpoint, observedPayments: looks.flatMap(({ observedPayments }) => observedPayments) };
}

describe('R-FND-63 payments on an EVM chain', () => {
  test('the coin: by its transactions, in eight decimals rounded down, with confirmations from the head', async () => {
    node.mine({ name: 'a', to: mine, units: 1_234_567_890_123_456_789n }, { name: 'b', to: other, units: eth });
    node.mine();
    const { observedPayments } = await lookOn(null);
    expect(observedPayments).toEqual([
      {
        externalId: `eip155:1337:${evmHash('a')}:coin`,
        network: 'eip155:1337',
        transaction: evmHash('a'),
        address: mine,
        currency: 'ETH',
        amount: 123_456_789n,
        confirmations: 2,
        block: { height: 1, hash: expect.stringMatching(/^0x[\da-f]{64}$/) },
      },
    ]);
  });

  test('a failed transaction and an amount too small to post are no payments', async () => {
    node.mine(
      { name: 'failed', to: mine, units: eth, isFailed: true },
      { name: 'dust', to: mine, units: 9_999_999_999n },
    );
    expect((await lookOn(null)).observedPayments).toEqual([]);
  });

  test('tokens: by their logs, identified by their index in the transaction', async () => {
    node.mine(
      { name: 'x', to: other, units: 5n, contract: usdt },
      { name: 't', to: mine, units: 25_500_001n, contract: usdt, logsBefore: 2 },
      { name: 'fake', to: mine, units: 99_000_000n, contract: `0x${'66'.repeat(20)}` },
    );
    const { observedPayments } = await lookOn(null, { coin: null });
    expect(observedPayments).toMatchObject([
      { externalId: `eip155:1337:${evmHash('t')}:log2`, currency: 'USDT', amount: 2_550_000_100n, address: mine },
    ]);
    // Mined again in another block, it is the same payment.
    node.undo(1);
    node.mine({ name: 't', to: mine, units: 25_500_001n, contract: usdt, logsBefore: 2 });
    expect((await lookOn(null, { coin: null })).observedPayments[0]?.externalId).toBe(observedPayments[0]?.externalId);
  });

  test.each([500, 2_000])('also among %i watched addresses', async (count) => {
    const many = Array.from({ length: count }, (_, at) => `0x${at.toString(16).padStart(40, '7')}`);
    node.mine({ name: 'x', to: other, units: 1_000_000n, contract: usdt });
    for (const at of [0, 250, count - 1])
      node.mine({ name: `${at}`, to: many[at] ?? '', units: 1_000_000n, contract: usdt });
    const look = await watcher({ coin: null }).look({ height: 0, recent: [] }, new Set(many));
    expect(new Set(look.observedPayments.map(({ address }) => address))).toEqual(
      new Set([many[0], many[250], many.at(-1)]),
    );
    expect(look.observedPayments).toHaveLength(3);
  });

  test('a range that the node finds too large is halved', async () => {
    for (const name of ['p', 'q', 'r', 's']) node.mine({ name, to: mine, units: 1_000_000n, contract: usdt });
    node.logsMax = 1;
    const { observedPayments } = await lookOn({ height: 0, recent: [] });
    expect(observedPayments.map(({ transaction }) => transaction)).toEqual(['p', 'q', 'r', 's'].map(evmHash));
  });

  test('a node on another chain is refused', async () => {
    node.chainId = 1;
    await expect(watcher().look(null, addresses)).rejects.toThrow('the node is on chain 1, not on 1337');
  });
});

describe('R-FND-62 the chain is read without gaps, and again after a reorganization', () => {
  test('in bounded parts, each continuing where the previous one ended', async () => {
    for (let height = 1; height <= 12; height += 1) node.mine({ name: `n${height}`, to: mine, units: eth });
    const { looks, observedPayments, checkpoint } = await lookOn({ height: 0, recent: [] }, { blocksMax: 5 });
    expect(looks.map((look) => look.checkpoint.height)).toEqual([5, 10, 12]);
    expect(observedPayments.map(({ block }) => block?.height)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    node.mineMany(2);
    node.mine({ name: 'later', to: mine, units: eth });
    const after = await lookOn(checkpoint);
    expect(after.looks[0]?.droppedFrom).toBeNull();
    expect(after.observedPayments.map(({ transaction }) => transaction)).toEqual([evmHash('later')]);
  });

  test.each([1, 3, 7])(
    '%i blocks reverted: payments from there on are withdrawn, and those of the new blocks reported',
    async (depth) => {
      node.mineMany(10);
      node.mine({ name: 'kept', to: mine, units: eth });
      for (let at = 0; at < depth; at += 1) node.mine({ name: `undone ${at}`, to: mine, units: eth });
      const { checkpoint } = await lookOn({ height: 0, recent: [] });
      node.undo(depth);
      node.mine({ name: 'undone 0', to: mine, units: eth });
      node.mineMany(depth);
      const { looks, observedPayments } = await lookOn(checkpoint);
      expect(looks[0]?.droppedFrom).toBe(12);
      expect(observedPayments).toMatchObject([{ transaction: evmHash('undone 0'), block: { height: 12 } }]);
    },
  );

  test('a node that lags behind has reverted nothing', async () => {
    node.mineMany(5);
    const { checkpoint } = await lookOn({ height: 0, recent: [] });
    const behind = new FakeEvmNode();
    await behind.rpc.start();
    behind.mineMany(3);
    const look = await watcher({ url: behind.rpc.url }).look(checkpoint, addresses);
    await behind.rpc.stop();
    expect(look).toMatchObject({ head: 3, droppedFrom: null, checkpoint });
  });

  test('a chain that changes during a read is not read in part', async () => {
    node.mineMany(6);
    let isChanged = false;
    node.onCall = (method) => {
      if (method !== 'eth_getLogs' || isChanged) return;
      isChanged = true;
      node.undo(3);
      node.mine({ name: 'new', to: mine, units: 1_000_000n, contract: usdt });
      node.mineMany(2);
    };
    await expect(watcher().look({ height: 0, recent: [] }, addresses)).rejects.toThrow('changed while it was read');
    const { observedPayments } = await lookOn({ height: 0, recent: [] });
    expect(observedPayments.map(({ transaction }) => transaction)).toEqual([evmHash('new')]);
  });
});

describe('R-FND-64 a node that fails', () => {
  test.each([
    [{ kind: 'status', status: 503 }],
    [{ kind: 'status', status: 429 }],
    [{ kind: 'truncated' }],
    [{ kind: 'garbled' }],
    [{ kind: 'hang' }],
    [{ kind: 'reset' }],
    [{ kind: 'other id' }],
  ] as const)('%o is tried again, and nothing is missed', async (fault) => {
    node.mine({ name: 'a', to: mine, units: eth });
    node.rpc.fail('eth_getBlockByNumber', fault, fault);
    expect((await lookOn(null)).observedPayments).toHaveLength(1);
  });

  test.each([
    ['eth_blockNumber', { kind: 'status', status: 500 }, 'HTTP 500'],
    ['eth_getLogs', { kind: 'truncated' }, 'eth_getLogs'],
    ['eth_chainId', { kind: 'hang' }, 'TimeoutError'],
  ] as const)('%s failing every time ends the look with a named error', async (method, fault, reason) => {
    node.rpc.fail(method, fault, fault, fault);
    await expect(watcher().look(null, addresses)).rejects.toThrow(reason);
    expect(node.rpc.calls.filter((call) => call.method === method)).toHaveLength(3);
  });

  test('an answer beyond the size limit is refused and not requested again', async () => {
    node.rpc.fail('eth_blockNumber', { kind: 'oversized' });
    await expect(watcher({ answerMaxBytes: 100_000 }).look(null, addresses)).rejects.toThrow('too large');
    expect(node.rpc.calls.filter(({ method }) => method === 'eth_blockNumber')).toHaveLength(1);
  });

  test('its credentials are sent and never printed', async () => {
    node.rpc.login = 'user:s3cret';
    const url = node.rpc.url.replace('http://', 'http://user:s3cret@');
    await expect(watcher({ url }).look(null, addresses)).resolves.toBeDefined();
    const wrong = watcher({ url: url.replace('s3cret', 'wr0ng') }).look(null, addresses);
    await expect(wrong).rejects.toThrow('HTTP 401');
    await expect(wrong).rejects.not.toThrow('wr0ng');
  });
});
