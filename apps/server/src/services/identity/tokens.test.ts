import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import { beforeEach, describe, expect, test } from 'vitest';
import type { IdentityStore, TokenRecord, UserRecord } from '../../ports/identity.ts';
import { Tokens } from './tokens.ts';

const dayMs = 24 * 3_600_000;
const company = 1 as CompanyId;
const user: UserRecord = {
  id: 7,
  companyId: company,
  accountId: 7 as AccountId,
  uid: '12345678',
  email: null,
  mobile: null,
  isDisabled: false,
  isClosed: false,
  language: '',
  isDemo: true,
  currency: 'USD',
  creditScore: 0,
  level: 0,
  inviteCode: '123456789',
};

let records: Map<string, TokenRecord>;
let nowMs: number;
let tokens: Tokens;
let ended: string[];
let beforeAnswer: () => Promise<void>;
let isCurrent: boolean;
let lookups: number;

beforeEach(() => {
  records = new Map();
  nowMs = 1_000_000;
  ended = [];
  beforeAnswer = () => Promise.resolve();
  isCurrent = true;
  lookups = 0;
  const keyOf = (hash: Buffer) => hash.toString('hex');
  const store: IdentityStore = {
    findDemo: () => Promise.resolve(null),
    findUser: () => Promise.resolve(user),
    createUser: () => Promise.resolve(null),
    addToken: async (token) => {
      records.set(keyOf(token.tokenHash), token);
      return true;
    },
    findByToken: async (_company, hash) => {
      lookups += 1;
      const token = records.get(keyOf(hash));
      await beforeAnswer();
      return token === undefined ? null : { user, token };
    },
    touchToken: async (_company, hash, lastSeenAtMs) => {
      const token = records.get(keyOf(hash));
      if (token !== undefined) records.set(keyOf(hash), { ...token, lastSeenAtMs });
    },
    removeToken: async (_company, hash) => void records.delete(keyOf(hash)),
    listSessions: async () => [...records.values()],
    removeSession: async (_company, _user, sessionId) => {
      const found = [...records].find(([, token]) => token.sessionId === sessionId);
      return found !== undefined && records.delete(found[0]);
    },
    removeSessions: async (_company, _user, kept) => {
      const ended = [...records].filter(([, token]) => token.sessionId !== kept);
      for (const [key] of ended) records.delete(key);
      return ended.map(([, token]) => token.sessionId);
    },
    closeUser: async () => [],
    markSteppedUp: async ({ sessionId }, atMs) => {
      for (const [key, token] of records)
        if (token.sessionId === sessionId) records.set(key, { ...token, steppedUpAtMs: atMs });
      return true;
    },
  };
  let issued = 0;
  const ids = {
    token: () => `token-${(issued += 1)}`,
    uuid: () => sessionOf(issued),
    digits: () => '1',
    letters: () => '1',
  };
  tokens = new Tokens({
    store,
    ids,
    clock: { nowMs: () => nowMs, monotonicMs: () => nowMs },
    onEnded: (sessionId) => ended.push(sessionId),
    isCurrent: () => isCurrent,
  });
});

const sessionOf = (issued: number) => `00000000-0000-4000-8000-00000000000${issued}`;

describe('session lifetime (R-SES-03)', () => {
  test('a session used every few days ends after thirty days', async () => {
    const token = await tokens.issue(user, 'test');
    for (let day = 0; day < 27; day += 3) {
      nowMs += 3 * dayMs;
      expect(await tokens.authenticate(token, company)).not.toBeNull();
    }
    nowMs += 3 * dayMs;
    expect(await tokens.authenticate(token, company)).toBeNull();
    expect(records.size).toBe(0);
  });

  test('a week without use ends a session', async () => {
    const token = await tokens.issue(user, 'test');
    nowMs += 7 * dayMs;
    expect(await tokens.authenticate(token, company)).not.toBeNull();
    nowMs += 7 * dayMs + 1;
    expect(await tokens.authenticate(token, company)).toBeNull();
  });

  test('ending a session takes effect at once despite the cache', async () => {
    const token = await tokens.issue(user, 'test');
    expect(await tokens.authenticate(token, company)).toMatchObject({ sessionId: sessionOf(1) });
    await tokens.end(token, company);
    expect(await tokens.authenticate(token, company)).toBeNull();
  });

  test('only the token’s hash is stored (R-SES-02)', async () => {
    const token = await tokens.issue(user, 'test');
    expect([...records.keys()].join()).not.toContain(Buffer.from(token).toString('hex'));
  });
});

describe('ending sessions (R-SES-20)', () => {
  test('all other sessions end with a notification; the kept one stays', async () => {
    const [first, second, kept] = [
      await tokens.issue(user, ''),
      await tokens.issue(user, ''),
      await tokens.issue(user, ''),
    ];
    for (const token of [first, second, kept]) await tokens.authenticate(token, company);
    await tokens.endOthers(user, sessionOf(3));
    expect(ended.toSorted()).toEqual([sessionOf(1), sessionOf(2)]);
    expect(await tokens.authenticate(first, company)).toBeNull();
    expect(await tokens.authenticate(second, company)).toBeNull();
    expect(await tokens.authenticate(kept, company)).not.toBeNull();
  });

  test('a session ended during its lookup is not cached', async () => {
    const token = await tokens.issue(user, '');
    beforeAnswer = async () => {
      beforeAnswer = () => Promise.resolve();
      await tokens.endSession(user, sessionOf(1));
    };
    await tokens.authenticate(token, company);
    expect(await tokens.authenticate(token, company)).toBeNull();
  });

  test('R-SES-25 a step-up is visible to the next call', async () => {
    const token = await tokens.issue(user, '');
    const session = await tokens.authenticate(token, company);
    expect(session?.steppedUpAtMs).toBeNull();
    if (session !== null) await tokens.stepUp(session, { passwordHash: null, changedAtMs: null });
    expect((await tokens.authenticate(token, company))?.steppedUpAtMs).toBe(nowMs);
  });
});

describe('R-SES-38 sessions that other gateways end', () => {
  test('are refused at once while their changes do not arrive: nothing is cached, and nothing from before is used', async () => {
    const token = await tokens.issue(user, '');
    for (let calls = 0; calls < 3; calls += 1) await tokens.authenticate(token, company);
    expect(lookups).toBe(1);
    isCurrent = false;
    await tokens.authenticate(token, company);
    await tokens.authenticate(token, company);
    expect(lookups).toBe(3);
    records.clear();
    expect(await tokens.authenticate(token, company)).toBeNull();
  });

  test.each<[string, () => void]>([
    ['ended', () => tokens.forget([sessionOf(99)])],
    ['changed', () => tokens.changed([sessionOf(99)])],
    ['renewed', () => tokens.renew(99)],
  ])('a lookup is cached although another session is %s meanwhile', async (_name, drop) => {
    const token = await tokens.issue(user, '');
    beforeAnswer = async () => drop();
    for (let calls = 0; calls < 3; calls += 1) await tokens.authenticate(token, company);
    expect(lookups).toBe(1);
  });

  test.each<[string, () => void]>([
    ['ends', () => tokens.forget([sessionOf(1)])],
    ['changes', () => tokens.changed([sessionOf(1)])],
    ['has a user who is renewed', () => tokens.renew(user.id)],
  ])('a lookup of a session that %s meanwhile is not cached', async (_name, drop) => {
    const token = await tokens.issue(user, '');
    beforeAnswer = async () => drop();
    await tokens.authenticate(token, company);
    beforeAnswer = () => Promise.resolve();
    await tokens.authenticate(token, company);
    expect(lookups).toBe(2);
  });

  test('a lookup from before a gap is not cached after it', async () => {
    const token = await tokens.issue(user, '');
    beforeAnswer = async () => {
      beforeAnswer = () => Promise.resolve();
      records.clear();
      tokens.clear();
    };
    await tokens.authenticate(token, company);
    expect(await tokens.authenticate(token, company)).toBeNull();
  });
});
