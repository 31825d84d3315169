import type { TenantId } from '@candor/domain/values/ids';
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

const other = trialCompanyId as TenantId;

describe('R-FND-66 seen, counted, credited once', () => {
  test('a payment is shown with its confirmations from the first block on, and credited with the last one needed', async () => {
    const payer = await world.payer();
    world.pay('first', payer.address, '250.50');
    await world.run.look();
    expect(await world.sighting(payer.id)).toMatchObject({ state: 'seen', confirmations: 1, confirmationsNeeded: 3 });
    world.evm.mine();
    await world.run.look();
    expect(await world.sighting(payer.id)).toMatchObject({ state: 'seen', confirmations: 2, fundsId: null });
    expect([world.balance(payer.id), world.waiting(payer.id)]).toEqual(['0.00', []]);
    world.evm.mine();
    await world.run.look();
    expect(await world.sighting(payer.id)).toMatchObject({ state: 'credited', confirmations: 3 });
    world.evm.mineMany(3);
    await world.run.look();
    await world.restart();
    await world.run.look();
    expect(world.balance(payer.id)).toBe('250.50');
    expect(world.errors).toEqual([]);
  });

  test('the rate is that of when it was first seen', async () => {
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

  test('coins of a Bitcoin chain: seen while waiting for a block, and taken back when they are replaced', async () => {
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
    // Needs what the watcher says, where the pay way says nothing.
    expect((await world.store.ofUser(own, payer.id, 5)).map(({ state }) => state)).toEqual(['dropped', 'credited']);
    expect(world.balance(payer.id)).toBe('100.00');
  });

  test('after a crash at any step that leaves something behind it goes on, and credits once', async () => {
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
      expect((await world.sighting(payer.id))?.state).toBe('credited');
    }
    expect(new Set(died)).toEqual(writing);
    expect(died.filter((name) => name === 'submit')).toHaveLength(2);
  });

  test('a notification told twice, and two watchers of one process, credit once', async () => {
    const payer = await world.payer();
    world.pay(`twice ${payer.id}`, payer.address, '10');
    world.evm.mineMany(2);
    await Promise.all([world.run.look(), world.run.look()]);
    await server.open.pool.query('truncate watch_checkpoint');
    await world.run.look();
    expect(world.balance(payer.id)).toBe('10.00');
  });
});

describe('R-FND-67 what is not credited unseen waits for an operator', () => {
  test('above the limit, below the minimum, where nothing is asked for any more', async () => {
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
      expect(await world.sighting(payer.id)).toMatchObject({ state: 'waiting', note, fundsId: deposit?.id });
      expect(deposit).toMatchObject({
        externalId: expect.stringContaining('eip155:1337:0x'),
        proofId: null,
        approvals: [],
      });
      expect(world.balance(payer.id)).toBe('0.00');
    }
  });

  test('a company that has set nothing credits nothing unseen', async () => {
    world.autoCreditMax = '0';
    const payer = await world.payer();
    world.pay('unset', payer.address, '1');
    world.evm.mineMany(2);
    await world.run.look();
    expect([world.balance(payer.id), world.waiting(payer.id).length]).toEqual(['0.00', 1]);
  });

  test("where two must approve, the watcher's is the first", async () => {
    world.depositSecondFrom = '50';
    const payer = await world.payer();
    world.pay('two', payer.address, '60');
    world.evm.mineMany(2);
    await world.run.look();
    expect(await world.sighting(payer.id)).toMatchObject({ state: 'waiting', note: 'second-approval' });
    expect(world.waiting(payer.id)).toMatchObject([{ approvalsNeeded: 2, approvals: [{ by: { name: 'evm' } }] }]);
  });
});

describe('R-FND-65 whose a payment is', () => {
  test("what its payer reported is taken as the payment's, and none is asked for beside it", async () => {
    const payer = await world.payer();
    const report = await world.report(payer.id, { externalId: evmHash(`reported ${payer.id}`).toUpperCase() });
    world.pay(`reported ${payer.id}`, payer.address, '100');
    world.evm.mineMany(2);
    await world.run.look();
    expect(await world.sighting(payer.id)).toMatchObject({ state: 'credited', fundsId: report.id });
    expect([world.balance(payer.id), world.waiting(payer.id)]).toEqual(['100.00', []]);
  });

  test('of two payments of one amount, one is the reported one', async () => {
    const payer = await world.payer();
    await world.report(payer.id);
    world.pay(`a ${payer.id}`, payer.address, '100');
    world.pay(`b ${payer.id}`, payer.address, '100');
    world.evm.mineMany(2);
    await world.run.look();
    expect([world.balance(payer.id), world.waiting(payer.id)]).toEqual(['200.00', []]);
  });

  test('another amount than was reported is for an operator', async () => {
    const payer = await world.payer();
    const report = await world.report(payer.id, { externalId: evmHash(`less ${payer.id}`) });
    world.pay(`less ${payer.id}`, payer.address, '10');
    world.evm.mineMany(2);
    await world.run.look();
    expect(await world.sighting(payer.id)).toMatchObject({ note: 'differs-from-report', fundsId: report.id });
    expect(world.balance(payer.id)).toBe('0.00');
  });

  test('what went to a shared address is held until somebody reports it, and left to an operator then', async () => {
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
    // Anybody can read transactions and claim them.
    const claimed = { state: 'waiting', note: 'claimed', id: held?.id, fundsId: report.id };
    expect(await world.sighting(payer.id)).toMatchObject(claimed);
    expect(world.balance(payer.id)).toBe('0.00');
  });

  test('a payment that was credited under its transaction alone is not credited unseen again', async () => {
    const payer = await world.payer();
    const { id, payloadHash } = await world.report(payer.id, { externalId: evmHash(`by hand ${payer.id}`) });
    const by = { kind: 'operator', id: 1 } as const;
    const approve = { type: 'ApproveFunds', atMs: server.clock.nowMs(), accountId: payer.id as never } as const;
    const command = { ...approve, fundsId: id, by, payloadHash };
    await world.core.submit({ command, clientId: null, bodyHash: null });
    world.pay(`by hand ${payer.id}`, payer.address, '100');
    world.evm.mineMany(2);
    await world.run.look();
    expect(await world.sighting(payer.id)).toMatchObject({ state: 'waiting', note: 'credited-before' });
    expect(world.balance(payer.id)).toBe('100.00');
  });

  test("two companies: each sees and credits its own; an address that both call theirs is nobody's", async () => {
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

  test('a watcher of one company looks for its addresses alone', async () => {
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

describe('R-FND-69 a chain that is undone', () => {
  test('before it is credited: it is taken back, and counts anew when it stands in another block', async () => {
    const payer = await world.payer();
    world.pay(`undone ${payer.id}`, payer.address, '10');
    world.evm.mine();
    await world.run.look();
    world.evm.undo(2);
    world.evm.mineMany(4);
    await world.run.look();
    expect(await world.sighting(payer.id)).toMatchObject({ state: 'dropped', confirmations: 0, block: null });
    expect([world.balance(payer.id), await world.auditTrail()]).toEqual(['0.00', []]);
    world.pay(`undone ${payer.id}`, payer.address, '10');
    await world.run.look();
    expect(await world.sighting(payer.id)).toMatchObject({ state: 'seen', confirmations: 1 });
    world.evm.mineMany(2);
    await world.run.look();
    expect(world.balance(payer.id)).toBe('10.00');
  });

  test('one that pays another sum in another block is credited with what it pays there', async () => {
    const payer = await world.payer();
    world.pay(`sum ${payer.id}`, payer.address, '500');
    await world.run.look();
    world.evm.undo(1);
    world.pay(`sum ${payer.id}`, payer.address, '5');
    world.evm.mineMany(3);
    await world.run.look();
    expect(world.balance(payer.id)).toBe('5.00');
  });

  test('after it was credited: operators are alerted once, and nothing is taken from anybody', async () => {
    const payer = await world.payer();
    world.pay(`gone ${payer.id}`, payer.address, '10');
    world.evm.mineMany(2);
    await world.run.look();
    const { fundsId } = (await world.sighting(payer.id)) ?? {};
    world.evm.undo(3);
    world.evm.mineMany(5);
    for (let looks = 0; looks < 3; looks += 1) await world.run.look();
    expect(await world.sighting(payer.id)).toMatchObject({ state: 'credited', isReverted: true });
    expect(world.balance(payer.id)).toBe('10.00');
    expect(await world.auditTrail()).toEqual([`payment-reverted deposit ${fundsId}`]);
    expect(world.errors.map(({ message }) => message)).toEqual([
      expect.stringContaining('ALERT company 1: payment eip155'),
    ]);
    world.pay(`gone ${payer.id}`, payer.address, '10');
    world.evm.mineMany(3);
    await world.run.look();
    expect(await world.sighting(payer.id)).toMatchObject({ state: 'credited', isReverted: false });
    expect((await world.auditTrail()).at(-1)).toContain('payment-restored');
    expect(world.balance(payer.id)).toBe('10.00');
  });

  test('one that moved to another block alarms nobody', async () => {
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

  test.each(['takeNews', 'saveCheckpoint'])('a crash at %s while it is taken back loses nothing', async (crashing) => {
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
    // Meanwhile the chain is as it was before.
    world.evm.mineMany(2);
    world.step = (_name, run) => run();
    await world.restart();
    await world.run.look();
    expect([world.balance(undone.id), world.balance(kept.id)]).toEqual(['10.00', '20.00']);
  });
});

describe('R-FND-64 a node that fails', () => {
  test('is told of by name, and read on without a gap', async () => {
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
