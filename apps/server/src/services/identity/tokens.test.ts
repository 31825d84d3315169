import type { AccountId, TenantId } from '@candor/domain/values/ids';
import { beforeEach, describe, expect, test } from 'vitest';
import type { IdentityStore, TokenRecord, UserRecord } from '../../ports/identity-store.ts';
import { Tokens } from './tokens.ts';

const dayMs = 24 * 3_600_000;
const company = 1 as TenantId;
const user: UserRecord = {
  id: 7,
  companyId: company,
  accountId: 7 as AccountId,
  uid: '12345678',
  email: null,
  isDemo: true,
  currency: 'USD',
  inviteCode: '123456789',
};

let records: Map<string, TokenRecord>;
let nowMs: number;
let tokens: Tokens;

beforeEach(() => {
  records = new Map();
  nowMs = 1_000_000;
  const keyOf = (hash: Buffer) => hash.toString('hex');
  const store: IdentityStore = {
    findDemo: () => Promise.resolve(null),
    createUser: () => Promise.resolve(null),
    addToken: async (token) => void records.set(keyOf(token.tokenHash), token),
    findByToken: async (_company, hash) => {
      const token = records.get(keyOf(hash));
      return token === undefined ? null : { user, token };
    },
    touchToken: async (_company, hash, lastSeenAtMs) => {
      const token = records.get(keyOf(hash));
      if (token !== undefined) records.set(keyOf(hash), { ...token, lastSeenAtMs });
    },
    removeToken: async (_company, hash) => void records.delete(keyOf(hash)),
  };
  let issued = 0;
  const ids = { token: () => `token-${(issued += 1)}`, uuid: () => `session-${issued}`, digits: () => '1' };
  tokens = new Tokens({ store, ids, clock: { nowMs: () => nowMs, monotonicMs: () => nowMs } });
});

describe('how long a session lives (R-SES-03)', () => {
  test('used every few days it lives thirty days, and then ends', async () => {
    const token = await tokens.issue(user, 'test');
    for (let day = 0; day < 27; day += 3) {
      nowMs += 3 * dayMs;
      expect(await tokens.authenticate(token, company)).not.toBeNull();
    }
    nowMs += 3 * dayMs;
    expect(await tokens.authenticate(token, company)).toBeNull();
    expect(records.size).toBe(0);
  });

  test('a week without use ends it', async () => {
    const token = await tokens.issue(user, 'test');
    nowMs += 7 * dayMs;
    expect(await tokens.authenticate(token, company)).not.toBeNull();
    nowMs += 7 * dayMs + 1;
    expect(await tokens.authenticate(token, company)).toBeNull();
  });

  test('ending it is felt at once, though the session was just looked up', async () => {
    const token = await tokens.issue(user, 'test');
    expect(await tokens.authenticate(token, company)).toMatchObject({ sessionId: 'session-1' });
    await tokens.end(token, company);
    expect(await tokens.authenticate(token, company)).toBeNull();
  });

  test('only its hash is stored (R-SES-02)', async () => {
    const token = await tokens.issue(user, 'test');
    expect([...records.keys()].join()).not.toContain(Buffer.from(token).toString('hex'));
  });
});
