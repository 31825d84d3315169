import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EngineScenario, setRule, testPolicy, testSpecs } from '../../../../../testkit/engine-scenario.ts';
import type { CompanyId } from '../../values/ids.ts';
import { recheckMargin } from '../recheck-margin.ts';
import { type StopOutNotice, stopOutNoticeMs, stopOutOf } from './stop-out-notice.ts';

const { eurusd } = testSpecs;
const tenantId = 1 as CompanyId;

/** Sets the company's stop-out level, as the core does; the margin call follows it. */
function setLevel(scenario: EngineScenario, stopOutPercent: number) {
  const policy = { ...testPolicy, stopOutPercent, marginCallPercent: Math.max(100, stopOutPercent) };
  setRule(scenario.state, { rule: 'policy', tenantId, policy }, scenario.nowMs);
  const events = recheckMargin(scenario.state, scenario.canClose, scenario.nowMs);
  scenario.events.push(...events);
  return events;
}

/** Ends the notices that are over, as the core does every few seconds. */
function endNotices(scenario: EngineScenario) {
  const { state, nowMs } = scenario;
  for (const change of state.rules.noticesOver(nowMs)) setRule(state, change, nowMs);
  const events = recheckMargin(state, scenario.canClose, nowMs);
  scenario.events.push(...events);
  return events;
}

/** Account of 1,500 with one lot: a margin of 1,152.95 and a level of about 129 %. */
function holding(): EngineScenario {
  const scenario = new EngineScenario({ balance: '1500.00' });
  setLevel(scenario, 50);
  scenario.quote(eurusd, '1.15283', '1.15295');
  scenario.place(eurusd, { lots: '1.00', leverage: 100 });
  return scenario;
}

const types = (events: readonly { readonly type: string }[]) => events.map(({ type }) => type);

describe('R-ORD-41 a higher stop-out level reaches open positions only after a notice of a day', () => {
  test('they are noticed at once with level and time, and closed at the level that they had', () => {
    const scenario = holding();
    const untilMs = scenario.nowMs + stopOutNoticeMs;
    const notice = { stopOutPercent: 400, untilMs };
    expect(setLevel(scenario, 400)).toMatchObject([
      { type: 'StopOutNoticed', notice, stopOutPercent: 50 },
      { type: 'MarginCalled' },
    ]);
    expect(types(scenario.quote(eurusd, '1.14400', '1.14412'))).toEqual([]);
    expect(setLevel(scenario, 400)).toEqual([]);
    const [closed] = scenario.quote(eurusd, '1.14300', '1.14312');
    expect(closed).toMatchObject({ type: 'OrderClosed', fill: { stopOut: { stopOutPercent: 50 } } });
  });

  test('the last millisecond of the notice still keeps the old level; its end closes at the new one', () => {
    const scenario = holding();
    setLevel(scenario, 150);
    scenario.nowMs += stopOutNoticeMs - 1;
    expect(endNotices(scenario)).toEqual([]);
    scenario.nowMs += 1;
    expect(endNotices(scenario)).toMatchObject([
      { type: 'StopOutNoticeEnded', stopOutPercent: 150 },
      { type: 'OrderClosed', fill: { stopOut: { stopOutPercent: 150 } } },
      { type: 'MarginCallEnded' },
    ]);
    expect(endNotices(scenario)).toEqual([]);
  });

  test('a position opened after the change has the new level at once', () => {
    const scenario = new EngineScenario({ balance: '1500.00' });
    setLevel(scenario, 50);
    scenario.quote(eurusd, '1.15283', '1.15295');
    expect(setLevel(scenario, 90)).toEqual([]);
    scenario.quote(eurusd, '1.15283', '1.15295');
    scenario.place(eurusd, { lots: '1.00', leverage: 100 });
    const [closed] = scenario.quote(eurusd, '1.14790', '1.14802');
    expect(closed).toMatchObject({ type: 'OrderClosed', fill: { stopOut: { stopOutPercent: 90 } } });
  });

  test('an account keeps the old level as long as it has a position from before, and is notified when it ends', () => {
    const scenario = holding();
    setLevel(scenario, 90);
    scenario.nowMs += 1_000;
    scenario.quote(eurusd, '1.15283', '1.15295');
    scenario.place(eurusd, { lots: '0.10', leverage: 100 });
    const closing = scenario.close(1);
    expect(types(closing as { type: string }[])).toEqual(['OrderClosed', 'StopOutNoticeEnded']);
  });

  test('a lower level is in force at once, and takes a notice of a rise back', () => {
    const scenario = holding();
    setLevel(scenario, 150);
    expect(types(setLevel(scenario, 50))).toEqual(['StopOutNoticeEnded', 'MarginCallEnded']);
    expect(scenario.state.rules.inForceOf(tenantId).notices).toEqual([]);
  });

  test('a second rise has a day of its own, and does not shorten the first', () => {
    const scenario = holding();
    setLevel(scenario, 60);
    scenario.nowMs += stopOutNoticeMs / 2;
    setLevel(scenario, 70);
    expect(scenario.state.rules.inForceOf(tenantId).notices).toMatchObject([
      { stopOutPercent: 50 },
      { stopOutPercent: 60 },
    ]);
    scenario.nowMs += stopOutNoticeMs / 2;
    endNotices(scenario);
    expect(scenario.state.rules.inForceOf(tenantId).notices).toMatchObject([{ stopOutPercent: 60 }]);
    expect(scenario.state.accounts.get(scenario.accountId)?.stopOutNotice).toMatchObject({ stopOutPercent: 70 });
  });

  test('the number of notices is bounded: the two oldest become one with the lower level for the longer time', () => {
    const scenario = holding();
    for (let level = 51; level <= 70; level += 1) {
      scenario.nowMs += 1;
      setLevel(scenario, level);
    }
    const notices = scenario.state.rules.inForceOf(tenantId).notices;
    expect(notices).toHaveLength(8);
    expect(notices[0]).toMatchObject({ stopOutPercent: 50 });
  });

  test('a replay and a snapshot have the same notices', () => {
    const scenario = holding();
    setLevel(scenario, 90);
    const [change] = scenario.state.rules.asChanges();
    expect(change).toMatchObject({ rule: 'policy', notices: [{ stopOutPercent: 50 }] });
    const again = new EngineScenario();
    if (change !== undefined) again.state.rules.evolve({ type: 'RuleSet', atMs: 0, ...change });
    expect([...again.state.rules.asChanges()]).toEqual([...scenario.state.rules.asChanges()]);
  });

  test('notices that a command names are ignored', () => {
    const scenario = holding();
    const notices: StopOutNotice[] = [{ stopOutPercent: 1, openedByMs: scenario.nowMs, untilMs: Number.MAX_VALUE }];
    setRule(scenario.state, { rule: 'policy', tenantId, policy: { ...testPolicy, ordersMax: 3 }, notices });
    expect(scenario.state.rules.inForceOf(tenantId).notices).toEqual([]);
  });
});

test('R-ORD-41 no list of notices gives a level above the company’s, or above that of a notice that applies', () => {
  const notice = fc.record({
    stopOutPercent: fc.integer({ min: 1, max: 400 }),
    openedByMs: fc.nat(100),
    untilMs: fc.nat(200),
  });
  const property = fc.property(
    fc.array(notice, { maxLength: 8 }),
    fc.integer({ min: 1, max: 400 }),
    fc.option(fc.nat(100)),
    (notices, stopOutPercent, oldestMs) => {
      const found = stopOutOf(notices, stopOutPercent, oldestMs);
      const applying = notices.filter(({ openedByMs }) => oldestMs !== null && oldestMs <= openedByMs);
      const levels = [stopOutPercent, ...applying.map((one) => one.stopOutPercent)];
      expect(found.stopOutPercent).toBe(Math.min(...levels));
      expect(found.notice === null).toBe(found.stopOutPercent === stopOutPercent);
    },
  );
  fc.assert(property);
});
