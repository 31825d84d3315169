import { executeRule } from '@candor/domain/engine/execute';
import { createState } from '@candor/domain/engine/state';
import type { CompanyId, InstrumentId } from '@candor/domain/values/ids';
import { catalogueTerms } from '@candor/domain/values/instrument-terms';
import { beforeEach, expect, test } from 'vitest';
import { testPolicy, testSpecs } from '../../../../../testkit/engine-scenario.ts';
import type { HaltRecord, OfferStore, TermsVersion } from '../../ports/offers.ts';
import type { OperatorRecord } from '../../ports/operators.ts';
import { CompanyOffers } from './company-offers.ts';

const { eurusd } = testSpecs;
const companyId = 1 as CompanyId;
const by = { id: 5, companyId } as OperatorRecord;
const audit = { operatorId: by.id, action: '', subject: '', reason: '' };
const clock = { now: 0, nowMs: () => clock.now, monotonicMs: () => clock.now };

let halts: HaltRecord[];
let terms: TermsVersion[];
let state: ReturnType<typeof createState>;
let offers: CompanyOffers;
let unreached: number[];

/** Tables of one company in memory; they refuse what the real ones refuse. */
const store: OfferStore = {
  load: async (_company, { endedSinceMs, ids }) => ({
    terms,
    halts: halts.filter(({ id, endedAtMs }) => endedAtMs === null || endedAtMs >= endedSinceMs || ids.includes(id)),
  }),
  addTerms: async (company, change) => {
    if (terms.length !== change.lastVersion) return null;
    const version = { companyId: company, version: change.lastVersion + 1, ...change, by: 'a@b.c' };
    terms = [version];
    return version;
  },
  versions: async () => ({ rows: terms, total: terms.length }),
  beginHalt: async (company, halt) => {
    if (halts.some(({ endedAtMs }) => endedAtMs === null)) return null;
    const record = { ...halt, id: halts.length + 1, companyId: company, by: 'a@b.c', endedAtMs: null, endedBy: '' };
    halts.push(record);
    return record;
  },
  endHalt: async (_company, { id, atMs }) => {
    const at = halts.findIndex((halt) => halt.id === id);
    const known = halts[at];
    if (known === undefined) return null;
    if (known.endedAtMs !== null) return false;
    halts[at] = { ...known, endedAtMs: atMs };
    return { ...known, endedAtMs: atMs };
  },
  halts: async () => ({ rows: halts, total: halts.length }),
};

beforeEach(() => {
  clock.now = 1_000_000;
  halts = [];
  terms = [];
  unreached = [];
  state = createState(Object.values(testSpecs), testPolicy, 8_000_001);
  offers = new CompanyOffers({
    store,
    clock,
    specOf: () => eurusd,
    changeRules: async (changes) => {
      for (const change of changes) executeRule(state, change, clock.now);
      return unreached;
    },
  });
});

const isHalted = () => state.rules.isHalted(companyId, eurusd.id, clock.now);
const everything = { scope: 'all', instrumentId: null as InstrumentId | null, reason: 'test' } as const;
const newTerms = { terms: { ...catalogueTerms(eurusd), closures: [] }, lastVersion: 0, reason: 'test' };

// Another process wrote the tables and could not journal: it lost the lead between the two.

test('R-OPS-51 ending a halt that has ended in the tables only ends it in the core, however long ago', async () => {
  const begun = await offers.beginHalt(by, everything);
  const halt = begun?.halt;
  expect(isHalted()).toBe(true);
  await store.endHalt(companyId, { id: halt?.id ?? 0, operatorId: by.id, atMs: clock.now, audit });
  clock.now += 30 * 24 * 3_600_000;
  expect(await offers.endHalt(by, halt?.id ?? 0, 'test')).toBe(false);
  expect(isHalted()).toBe(false);
  expect(await offers.endHalt(by, 999, 'test')).toBeNull();
});

test('R-OPS-51 beginning a halt that the tables have puts it in force in the core', async () => {
  await store.beginHalt(companyId, { ...everything, operatorId: by.id, sinceMs: clock.now, audit });
  expect(isHalted()).toBe(false);
  expect(await offers.beginHalt(by, everything)).toBeNull();
  expect(isHalted()).toBe(true);
});

test('R-RUN-77 a halt and its end name the shards that they did not reach', async () => {
  unreached = [1];
  const begun = await offers.beginHalt(by, everything);
  expect(begun).toMatchObject({ halt: { scope: 'all', endedAtMs: null }, unreached: [1] });
  expect(await offers.endHalt(by, begun?.halt.id ?? 0, 'test')).toMatchObject({ unreached: [1] });
});

test('R-RUN-77 a halt of every company that the tables have needs no other rule of its company', async () => {
  await store.addTerms(companyId, { ...newTerms, instrumentId: eurusd.id, operatorId: by.id, atMs: clock.now, audit });
  await store.beginHalt(companyId, { ...everything, operatorId: by.id, sinceMs: clock.now, audit });
  expect(await offers.beginHalt(by, everything)).toBeNull();
  await store.endHalt(companyId, { id: 1, operatorId: by.id, atMs: clock.now, audit });
  expect(await offers.endHalt(by, 1, 'test')).toBe(false);
  expect([isHalted(), state.rules.termsOf(companyId).size]).toEqual([false, 0]);
});

test('R-OPS-51 terms refused for a newer version put that version in force in the core', async () => {
  await store.addTerms(companyId, { ...newTerms, instrumentId: eurusd.id, operatorId: by.id, atMs: clock.now, audit });
  expect(state.rules.termsOf(companyId).size).toBe(0);
  expect(await offers.setTerms(by, eurusd.id, newTerms)).toBeNull();
  expect(state.rules.termsOf(companyId).size).toBe(1);
  expect((await offers.terms(companyId)).get(eurusd.id)).toMatchObject({ version: 1 });
});
