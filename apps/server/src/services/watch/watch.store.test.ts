import type { CompanyId } from '@candor/domain/values/ids';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { evmHash } from '../../../../../testkit/fake-evm-node.ts';
import { otherHost, TestServer } from '../../../../../testkit/test-server.ts';
import { own, rateOne, WatchWorld } from '../../../../../testkit/watch-world.ts';
import { trialCompanyId } from '../../adapters/postgres/trial-company.ts';

let server: TestServer;
let world: WatchWorld;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.open.pool.query('truncate payment_sighting, payment_event, watch_checkpoint');
  world = await WatchWorld.start(server);
  await world.run.look();
});
afterEach(() => world.stop());

const other = trialCompanyId as CompanyId;

describe('R-FND-66 a payment is seen, counts confirmations and is credited once', () => {
  test('a payment shows its confirmations from the first block and is credited at the last one needed', async () => {
    const payer = await world.payer();
    world.pay('first', payer.address, '250.50');
    await world.run.look();
    expect(await world.observedPayment(payer.id)).toMatchObject({
      state: 'seen',
      confirmations: 1,
      confirmationsNeeded: 3,
    });
    world.evm.mine();
    await world.run.look();
    expect(await world.observedPayment(payer.id)).toMatchObject({ state: 'seen', confirmations: 2, fundsId: null });
    expect([world.balance(payer.id), world.waiting(payer.id)]).toEqual(['0.00', []]);
    world.evm.mine();
    await world.run.look();
    expect(await world.observedPayment(payer.id)).toMatchObject({ state: 'credited', confirmations: 3 });
    world.evm.mineMany(3);
    await world.run.look();
    await world.restart();
    await world.run.look();
    expect(world.balance(payer.id)).toBe('250.50');
    expect(world.errors).toEqual([]);
  });

  test('the rate when the payment was first seen applies', async () => {
    const payer = await world.payer('localhost', { currency: 'ETH', usdPriceE8: 50_000n });
    world.evm.mine({ name: 'rated', to: payer.address, units: 10n ** 17n });
    await world.run.look();
    world.book.set(own, []);
    world.watch(own, payer.address, payer.id, { currency: 'ETH', usdPriceE8: 100_000n });
    world.evm.mineMany(2);
    await world.run.look();
    // 0.1 ETH at 0.0005 ETH per dollar.
    expect(world.balance(payer.id)).toBe('200.00');
  });

  test('a Bitcoin payment is seen in the mempool and dropped when it is replaced', async () => {
    const payer = await world.payer();
    const address = 'bcrt1qpayer000000000000000000000000000000';
    world.watch(own, address, payer.id, { currency: 'BTC', usdPriceE8: 1_000n, confirmations: 0 });
    const kept = { name: `kept ${payer.id}`, outputs: [{ address, value: '0.00100000' }] };
    const replaced = { name: `replaced ${payer.id}`, outputs: [{ address, value: '0.00500000' }] };
    world.bitcoin.mempool.push(kept, replaced);
    await world.run.look();
    const seen = await world.store.ofUser(own, payer.id, 5);
    expect(seen.map(({ state, confirmations }) => [state, confirmations])).toEqual([
      ['seen', 0],
      ['seen', 0],
    ]);
    world.bitcoin.mempool.splice(1, 1);
    world.bitcoin.mine(kept);
    world.bitcoin.mine();
    await world.run.look();
    // The watcher's number of confirmations applies where the deposit method sets none.
    expect((await world.store.ofUser(own, payer.id, 5)).map(({ state }) => state)).toEqual(['dropped', 'credited']);
    expect(world.balance(payer.id)).toBe('100.00');
  });

  test('a crash after any stored step resumes and credits once', async () => {
    const payer = await world.payer();
    const writing = new Set(['takeNews', 'saveCheckpoint', 'change', 'submit']);
    const died: string[] = [];
    for (let at = 1, isThrough = false; !isThrough; at += 1) {
      world.pay(`crash ${payer.id} ${at}`, payer.address, '10');
      world.evm.mineMany(2);
      let steps = 0;
      let isDead = false;
      world.step = async (name, run) => {
        if (isDead) throw new Error('crash');
        const answer = await run();
        if (writing.has(name)) steps += 1;
        if (steps < at) return answer;
        isDead = true;
        died.push(name);
        throw new Error('crash');
      };
      await world.run.look().catch(() => undefined);
      isThrough = !isDead;
      world.step = (_name, run) => run();
      await world.restart();
      await world.run.look();
      expect({ at, balance: world.balance(payer.id) }).toEqual({ at, balance: `${at * 10}.00` });
      expect(world.waiting(payer.id)).toEqual([]);
      expect((await world.observedPayment(payer.id))?.state).toBe('credited');
    }
    expect(new Set(died)).toEqual(writing);
    expect(died.filter((name) => name === 'submit')).toHaveLength(2);
  });

  test('a repeated notification, or two watchers in one process, credit once', async () => {
    const payer = await world.payer();
    world.pay(`twice ${payer.id}`, payer.address, '10');
    world.evm.mineMany(2);
    await Promise.all([world.run.look(), world.run.look()]);
    await server.open.pool.query('truncate watch_checkpoint');
    await world.run.look();
    expect(world.balance(payer.id)).toBe('10.00');
  });
});

describe('R-FND-67 a payment not credited automatically waits for an operator', () => {
  test('amounts above the limit, below the minimum, or to a withdrawn deposit method', async () => {
    const rich = await world.payer();
    const poor = await world.payer('localhost', { minE8: 500_000_000n });
    const late = await world.payer('localhost', { isActive: false });
    world.pay('rich', rich.address, '1000.01');
    world.pay('poor', poor.address, '4');
    world.pay('late', late.address, '5');
    world.evm.mineMany(2);
    await world.run.look();
    for (const [payer, note] of [
      [rich, 'above-limit'],
      [poor, 'below-minimum'],
      [late, 'not-taken-any-more'],
    ] as const) {
      const [deposit] = world.waiting(payer.id);
      expect(await world.observedPayment(payer.id)).toMatchObject({ state: 'waiting', note, fundsId: deposit?.id });
      expect(deposit).toMatchObject({
        externalId: expect.stringContaining('eip155:1337:0x'),
        proofId: null,
        approvals: [],
      });
      expect(world.balance(payer.id)).toBe('0.00');
    }
  });

  test('a company without settings credits nothing automatically', async () => {
    world.autoCreditMax = '0';
    const payer = await world.payer();
    world.pay('unset', payer.address, '1');
    world.evm.mineMany(2);
    await world.run.look();
    expect([world.balance(payer.id), world.waiting(payer.id).length]).toEqual(['0.00', 1]);
  });

  test("the watcher's approval is the first of two", async () => {
    world.depositSecondFrom = '50';
    const payer = await world.payer();
    world.pay('two', payer.address, '60');
    world.evm.mineMany(2);
    await world.run.look();
    expect(await world.observedPayment(payer.id)).toMatchObject({ state: 'waiting', note: 'second-approval' });
    expect(world.waiting(payer.id)).toMatchObject([{ approvalsNeeded: 2, approvals: [{ by: { name: 'evm' } }] }]);
  });
});

describe('R-FND-65 attributing a payment', () => {
  test('the payer’s report is used and no second deposit is requested', async () => {
    const payer = await world.payer();
    const report = await world.report(payer.id, { externalId: evmHash(`reported ${payer.id}`).toUpperCase() });
    world.pay(`reported ${payer.id}`, payer.address, '100');
    world.evm.mineMany(2);
    await world.run.look();
    expect(await world.observedPayment(payer.id)).toMatchObject({ state: 'credited', fundsId: report.id });
    expect([world.balance(payer.id), world.waiting(payer.id)]).toEqual(['100.00', []]);
  });

  test('one of two payments of the same amount is matched to the report', async () => {
    const payer = await world.payer();
    await world.report(payer.id);
    world.pay(`a ${payer.id}`, payer.address, '100');
    world.pay(`b ${payer.id}`, payer.address, '100');
    world.evm.mineMany(2);
    await world.run.look();
    expect([world.balance(payer.id), world.waiting(payer.id)]).toEqual(['200.00', []]);
  });

  test('an amount other than reported is left to an operator', async () => {
    const payer = await world.payer();
    const report = await world.report(payer.id, { externalId: evmHash(`less ${payer.id}`) });
    world.pay(`less ${payer.id}`, payer.address, '10');
    world.evm.mineMany(2);
    await world.run.look();
    expect(await world.observedPayment(payer.id)).toMatchObject({ note: 'differs-from-report', fundsId: report.id });
    expect(world.balance(payer.id)).toBe('0.00');
  });

  test('a payment to a shared address is held until it is reported, then left to an operator', async () => {
    const payer = await world.payer();
    const shared = `0x${'ab'.repeat(20)}`;
    world.watch(own, shared, null, { usdPriceE8: 2n * rateOne });
    world.pay(`shared ${payer.id}`, shared, '100');
    world.evm.mineMany(5);
    await world.run.look();
    const [held] = await world.store.ofTransaction(own, [evmHash(`shared ${payer.id}`)]);
    expect(held).toMatchObject({ state: 'held', note: 'unattributed', userId: null });
    const report = await world.report(payer.id, { externalId: evmHash(`shared ${payer.id}`) });
    server.advance(31_000);
    await world.run.look();
    // Transactions are public, so anyone can claim one.
    const claimed = { state: 'waiting', note: 'claimed', id: held?.id, fundsId: report.id };
    expect(await world.observedPayment(payer.id)).toMatchObject(claimed);
    expect(world.balance(payer.id)).toBe('0.00');
  });

  test('a payment already credited under its transaction is not credited automatically again', async () => {
    const payer = await world.payer();
    const { id, payloadHash } = await world.report(payer.id, { externalId: evmHash(`by hand ${payer.id}`) });
    const by = { kind: 'operator', id: 1 } as const;
    const approve = { type: 'ApproveFunds', atMs: server.clock.nowMs(), accountId: payer.id as never } as const;
    const command = { ...approve, fundsId: id, by, payloadHash };
    await world.core.submit({ command, clientId: null, bodyHash: null });
    world.pay(`by hand ${payer.id}`, payer.address, '100');
    world.evm.mineMany(2);
    await world.run.look();
    expect(await world.observedPayment(payer.id)).toMatchObject({ state: 'waiting', note: 'credited-before' });
    expect(world.balance(payer.id)).toBe('100.00');
  });

  test('each of two companies credits its own payments; an address claimed by both is unattributed', async () => {
    const [mine, theirs] = [await world.payer(), await world.payer(otherHost)];
    world.pay(`mine ${mine.id}`, mine.address, '10');
    world.pay(`theirs ${theirs.id}`, theirs.address, '20');
    const contested = `0x${'cc'.repeat(20)}`;
    world.watch(own, contested, mine.id);
    world.watch(other, contested, theirs.id);
    world.pay('contested', contested, '30');
    world.evm.mineMany(2);
    await world.run.look();
    expect([world.balance(mine.id), world.balance(theirs.id)]).toEqual(['10.00', '20.00']);
    expect(await world.store.ofUser(own, theirs.id, 9)).toEqual([]);
    for (const company of [own, other])
      expect(await world.store.ofTransaction(company, [evmHash('contested')])).toMatchObject([
        { state: 'held', note: 'contested' },
      ]);
  });

  test('a company’s watcher looks only for that company’s addresses', async () => {
    world.companyId = other;
    await world.restart();
    const [mine, theirs] = [await world.payer(), await world.payer(otherHost)];
    world.pay(`one ${mine.id}`, mine.address, '10');
    world.pay(`two ${theirs.id}`, theirs.address, '20');
    world.evm.mineMany(2);
    await world.run.look();
    expect([world.balance(mine.id), world.balance(theirs.id)]).toEqual(['0.00', '20.00']);
  });
});

describe('R-FND-69 a chain reorganisation', () => {
  test('an uncredited payment is dropped and counts again in its new block', async () => {
    const payer = await world.payer();
    world.pay(`undone ${payer.id}`, payer.address, '10');
    world.evm.mine();
    await world.run.look();
    world.evm.undo(2);
    world.evm.mineMany(4);
    await world.run.look();
    expect(await world.observedPayment(payer.id)).toMatchObject({ state: 'dropped', confirmations: 0, block: null });
    expect([world.balance(payer.id), await world.auditTrail()]).toEqual(['0.00', []]);
    world.pay(`undone ${payer.id}`, payer.address, '10');
    await world.run.look();
    expect(await world.observedPayment(payer.id)).toMatchObject({ state: 'seen', confirmations: 1 });
    world.evm.mineMany(2);
    await world.run.look();
    expect(world.balance(payer.id)).toBe('10.00');
  });

  test('a payment with another amount in its new block is credited with that amount', async () => {
    const payer = await world.payer();
    world.pay(`sum ${payer.id}`, payer.address, '500');
    await world.run.look();
    world.evm.undo(1);
    world.pay(`sum ${payer.id}`, payer.address, '5');
    world.evm.mineMany(3);
    await world.run.look();
    expect(world.balance(payer.id)).toBe('5.00');
  });

  test('a credited payment that is reverted alerts operators once and debits nobody', async () => {
    const payer = await world.payer();
    world.pay(`gone ${payer.id}`, payer.address, '10');
    world.evm.mineMany(2);
    await world.run.look();
    const { fundsId } = (await world.observedPayment(payer.id)) ?? {};
    world.evm.undo(3);
    world.evm.mineMany(5);
    for (let looks = 0; looks < 3; looks += 1) await world.run.look();
    expect(await world.observedPayment(payer.id)).toMatchObject({ state: 'credited', isReverted: true });
    expect(world.balance(payer.id)).toBe('10.00');
    expect(await world.auditTrail()).toEqual([`payment-reverted deposit ${fundsId}`]);
    expect(world.errors.map(({ message }) => message)).toEqual([
      expect.stringContaining('ALERT company 1: payment eip155'),
    ]);
    world.pay(`gone ${payer.id}`, payer.address, '10');
    world.evm.mineMany(3);
    await world.run.look();
    expect(await world.observedPayment(payer.id)).toMatchObject({ state: 'credited', isReverted: false });
    expect((await world.auditTrail()).at(-1)).toContain('payment-restored');
    expect(world.balance(payer.id)).toBe('10.00');
  });

  test('a payment that only moved to another block raises no alert', async () => {
    const payer = await world.payer();
    const before = await world.auditTrail();
    world.pay(`moved ${payer.id}`, payer.address, '10');
    world.evm.mineMany(2);
    await world.run.look();
    world.evm.undo(3);
    world.evm.mine();
    world.pay(`moved ${payer.id}`, payer.address, '10');
    world.evm.mineMany(4);
    await world.run.look();
    expect([await world.auditTrail(), world.errors, world.balance(payer.id)]).toEqual([before, [], '10.00']);
  });

  test.each(['takeNews', 'saveCheckpoint'])('a crash at %s during a reorganisation loses nothing', async (crashing) => {
    const [undone, kept] = [await world.payer(), await world.payer()];
    world.pay(`u ${undone.id}`, undone.address, '10');
    world.evm.mine();
    await world.run.look();
    world.evm.undo(1);
    world.pay(`k ${kept.id}`, kept.address, '20');
    world.evm.mine();
    let calls = 0;
    world.step = async (name, run) => {
      if (name === crashing) calls += 1;
      if (calls > 1) throw new Error('crash');
      return run();
    };
    await world.run.look().catch(() => undefined);
    // The chain is unchanged meanwhile.
    world.evm.mineMany(2);
    world.step = (_name, run) => run();
    await world.restart();
    await world.run.look();
    expect([world.balance(undone.id), world.balance(kept.id)]).toEqual(['10.00', '20.00']);
  });
});

describe('R-FND-64 a failing node', () => {
  test('is reported by name and read on without a gap', async () => {
    const payer = await world.payer();
    await world.run.look();
    world.pay(`late ${payer.id}`, payer.address, '10');
    world.evm.mineMany(60);
    world.evm.rpc.fail('eth_getLogs', { kind: 'garbled' }, { kind: 'garbled' }, { kind: 'garbled' });
    await expect(world.run.look()).rejects.toThrow('no JSON');
    await world.run.look();
    expect(world.balance(payer.id)).toBe('10.00');
  });
});
