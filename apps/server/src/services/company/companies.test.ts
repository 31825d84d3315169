import type { CompanyId } from '@candor/domain/values/ids';
import { beforeEach, describe, expect, test } from 'vitest';
import { testCompany } from '../../../../../testkit/test-company.ts';
import type { CompanyRecord } from '../../ports/company.ts';
import { Companies, nameOfHost } from './companies.ts';

const acme: CompanyRecord = { ...testCompany, id: 7 as CompanyId, name: 'Acme' };
let listed: CompanyRecord[];
let loads: number;
let failure: Error | null;
let nowMs: number;
const errors: Error[] = [];
let companies: Companies;

beforeEach(() => {
  listed = [testCompany, acme];
  loads = 0;
  failure = null;
  nowMs = 0;
  errors.length = 0;
  const store = {
    load: async () => {
      loads += 1;
      if (failure !== null) throw failure;
      return { companies: listed, hosts: [{ host: 'm.acme.example', companyId: acme.id }] };
    },
  };
  const clock = { nowMs: () => nowMs, monotonicMs: () => nowMs };
  companies = new Companies({ store, clock, onError: (error) => errors.push(error) });
});

describe('R-COM-01 a host belongs to one company', () => {
  test.each([
    ['m.acme.example', 'Acme'],
    ['M.ACME.example:8080', 'Acme'],
    ['m.acme.example.', 'Acme'],
    ['acme.example', 'Candor'],
    ['x.m.acme.example', 'Candor'],
    ['m.acme.example.evil.test', 'Candor'],
    ['[::1]:8080', 'Candor'],
    ['', 'Candor'],
  ])('%s is %s', async (host, name) => {
    expect((await companies.ofHost(host)).name).toBe(name);
  });

  test('a bracketed address keeps its colons', () => {
    expect(nameOfHost('[2001:DB8::1]:8080')).toBe('[2001:db8::1]');
    expect(nameOfHost('[2001:db8::1]')).toBe('[2001:db8::1]');
  });
});

describe('R-COM-01 the company directory is cached briefly', () => {
  test('concurrent requests share one load, and later ones do not wait', async () => {
    await Promise.all([companies.ofHost('a'), companies.ofHost('b')]);
    expect(loads).toBe(1);
    expect(companies.ofHost('c')).not.toBeInstanceOf(Promise);
  });

  test('a change is visible within seconds, and at once after an invalidation', async () => {
    await companies.ofHost('m.acme.example');
    listed = [testCompany, { ...acme, status: 1 }];
    nowMs = 5_000;
    expect((await companies.ofHost('m.acme.example')).status).toBe(1);
    listed = [testCompany, { ...acme, status: 2 }];
    companies.invalidate();
    expect((await companies.ofHost('m.acme.example')).status).toBe(2);
  });

  test('the cached directory is used while the database is unavailable, with one retry a second', async () => {
    await companies.ofHost('m.acme.example');
    failure = new Error('no database');
    nowMs = 60_000;
    expect((await companies.ofHost('m.acme.example')).name).toBe('Acme');
    expect((await companies.ofHost('m.acme.example')).name).toBe('Acme');
    expect(errors).toHaveLength(1);
    failure = null;
    nowMs = 61_000;
    await companies.ofHost('m.acme.example');
    expect(loads).toBe(3);
  });

  test('an invalidated directory is never used', async () => {
    await companies.ofHost('m.acme.example');
    failure = new Error('no database');
    companies.invalidate();
    await expect(companies.ofHost('m.acme.example')).rejects.toThrow('no database');
    await expect(companies.ofHost('m.acme.example')).rejects.toThrow('no database');
  });
});

describe('R-OPS-51 listeners of the directory', () => {
  const stalled = () => new Promise<void>(() => undefined);

  test('are called with each reload, and nobody who reads a company waits for them', async () => {
    const received: string[][] = [];
    await companies.follow((all) => {
      received.push(all.map(({ name }) => name));
      return stalled();
    });
    listed = [testCompany, { ...acme, name: 'Ajax' }];
    nowMs = 60_000;
    expect((await companies.ofHost('m.acme.example')).name).toBe('Ajax');
    expect((await companies.find(acme.id))?.name).toBe('Ajax');
    expect(received).toEqual([
      ['Candor', 'Acme'],
      ['Candor', 'Ajax'],
    ]);
  });

  test('delay the answer to a change until they have it, and their failure is its answer', async () => {
    const ends: { readonly settle: () => void; readonly refuse: () => void }[] = [];
    const next = () =>
      new Promise<void>((resolve, reject) => {
        ends.push({ settle: resolve, refuse: () => reject(new Error('not journaled')) });
      });
    await companies.follow(next);
    ends.at(-1)?.settle();
    listed = [testCompany, { ...acme, version: 1 }];
    let answered = false;
    const change = companies.findVersion(acme.id, 1).then(() => (answered = true));
    await companies.find(acme.id);
    await Promise.resolve();
    expect(answered).toBe(false);
    ends.at(-1)?.settle();
    await change;
    const second = companies.findVersion(acme.id, 1);
    await companies.find(acme.id);
    ends.at(-1)?.refuse();
    await expect(second).rejects.toThrow('not journaled');
    expect(errors.map(({ message }) => message)).toEqual(['not journaled']);
    // It is stored nevertheless, and a reader gets it.
    expect((await companies.find(acme.id))?.version).toBe(1);
  });
});
