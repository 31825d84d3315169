import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bitcoinId, FakeBitcoinNode } from '../../../../../../testkit/fake-bitcoin-node.ts';
import { createBitcoinWatcher } from './bitcoin-watcher.ts';
import { parseAmount, quoteAmounts } from './transaction-outputs.ts';

const mine = 'bcrt1qmine00000000000000000000000000000000';
const other = 'bcrt1qother0000000000000000000000000000000';
const addresses = new Set([mine]);
const begin = { height: 0, recent: [] };

let node: FakeBitcoinNode;
beforeEach(async () => {
  node = new FakeBitcoinNode();
  await node.rpc.start();
});
afterEach(() => node.rpc.stop());

function watcher(chain = 'regtest') {
  const bounds = { attemptMaxMs: 300, waitMs: 1 };
  return createBitcoinWatcher({ name: 'btc', url: node.rpc.url, chain, currency: 'BTC', confirmations: 3, ...bounds });
}

describe('R-FND-63 payments on a Bitcoin chain', () => {
  test('each output to a watched address is one payment, with confirmations from the head', async () => {
    const outputs = [
      { address: other, value: '3.00000000' },
      { address: mine.toUpperCase(), value: '0.10000001' },
      { address: mine, value: '20999999.97690001' },
    ];
    node.mine({ name: 'a', outputs });
    node.mine();
    const look = await watcher().look(begin, addresses);
    const shared = { network: 'bitcoin:regtest', transaction: bitcoinId('a'), address: mine, currency: 'BTC' };
    const place = { confirmations: 2, block: { height: 1, hash: expect.stringMatching(/^[\da-f]{64}$/) } };
    expect(look.observedPayments).toEqual([
      { ...shared, ...place, externalId: `bitcoin:regtest:${bitcoinId('a')}:1`, amount: 10_000_001n },
      { ...shared, ...place, externalId: `bitcoin:regtest:${bitcoinId('a')}:2`, amount: 2_099_999_997_690_001n },
    ]);
  });

  test('a mempool payment is seen, reported once when mined, and missing when it is gone', async () => {
    const spend = { name: 'a', outputs: [{ address: mine, value: '0.50000000' }] };
    const replaced = { name: 'b', outputs: [{ address: mine, value: '0.70000000' }] };
    node.mempool.push(spend, replaced);
    const watching = watcher();
    const first = await watching.look(begin, addresses);
    expect(first.observedPayments).toMatchObject([
      { amount: 50_000_000n, confirmations: 0, block: null },
      { amount: 70_000_000n, confirmations: 0, block: null },
    ]);
    node.mempool.splice(1, 1);
    node.mine(spend);
    const second = await watching.look(first.checkpoint, addresses);
    expect(second.observedPayments).toMatchObject([
      { transaction: bitcoinId('a'), confirmations: 1, block: { height: 1 } },
    ]);
    expect(second.waiting).toEqual(new Set());
  });

  test('a payment mined between reading the mempool and the blocks is reported as mined, once', async () => {
    const spend = { name: 'a', outputs: [{ address: mine, value: '0.50000000' }] };
    node.mempool.push(spend);
    node.onCall = (method) => {
      if (method === 'getblockcount' && node.mempool.length > 0) node.mine(spend);
    };
    const look = await watcher().look(begin, addresses);
    expect(look.observedPayments).toMatchObject([{ confirmations: 1 }]);
    expect(look.waiting?.size).toBe(0);
  });

  test('a node on another chain is refused', async () => {
    await expect(watcher('main').look(null, addresses)).rejects.toThrow('on chain regtest, not on main');
  });
});

describe('R-FND-62 a Bitcoin reorganization', () => {
  test('is read again from the fork', async () => {
    node.mineMany(4);
    node.mine({ name: 'a', outputs: [{ address: mine, value: '1.00000000' }] });
    const { checkpoint } = await watcher().look(begin, addresses);
    node.undo(2);
    node.mineMany(3);
    const look = await watcher().look(checkpoint, addresses);
    expect(look).toMatchObject({ droppedFrom: 4, observedPayments: [], head: 6, isCaughtUp: true });
  });

  test.each(['truncated', 'garbled', 'hang'] as const)('%s answers are requested again', async (kind) => {
    node.mine({ name: 'a', outputs: [{ address: mine, value: '1.00000000' }] });
    node.rpc.fail('getblock', { kind }, { kind });
    expect((await watcher().look(begin, addresses)).observedPayments).toHaveLength(1);
    node.rpc.fail('getblockhash', { kind: 'refusal', code: -28, message: 'Loading block index…' });
    await expect(watcher().look(begin, addresses)).rejects.toThrow('getblockhash was refused: -28');
  });
});

describe('R-FND-61 amounts are parsed exactly', () => {
  test('every possible amount is parsed as written', () => {
    const satoshis = fc.bigInt({ min: 0n, max: 2_100_000_000_000_000n });
    fc.assert(
      fc.property(satoshis, fc.constantFrom('', ' ', '\n  '), (amount, space) => {
        const text = `${amount / 100_000_000n}.${String(amount % 100_000_000n).padStart(8, '0')}`;
        const parsed = JSON.parse(quoteAmounts(`{"vout":[{"value"${space}:${space}${text},"n":1}]}`)) as {
          vout: { value: unknown; n: unknown }[];
        };
        expect(parseAmount(parsed.vout[0]?.value)).toBe(amount);
        expect(parsed.vout[0]?.n).toBe(1);
      }),
    );
  });

  test('texts that look like amounts stay unchanged', () => {
    const memo = { asm: 'OP_RETURN "value":9', also: '\\"value":9' };
    expect(JSON.parse(quoteAmounts(JSON.stringify(memo)))).toEqual(memo);
  });

  test.each(['1e-7', '0.123456789', '-1.00000000', 'NaN', 1, null])('%s is refused', (value) => {
    expect(() => parseAmount(value)).toThrow('malformed');
  });
});
