import type { Notice } from '@candor/domain/engine/notice';
import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import { expect, test } from 'vitest';
import { startNoticeMail } from './connect-areas.ts';
import { UnavailableError } from './ports/journal.ts';

test('R-RUN-70 kept notices of a shard are mailed while another one is away', async () => {
  const kept = { id: '1-0', kind: 'deposit-credited', accountId: 7 as AccountId, atMs: 1, order: null, amount: null };
  const mailed: string[] = [];
  const ports = {
    clock: { nowMs: () => 1 },
    identity: { findUser: async () => ({ uid: '1', email: 'rosa@example.com', mobile: null, language: 'en' }) },
    outbox: { addOnce: async (_company: CompanyId, { id }: { id: string }) => void mailed.push(id) },
    smsLimits: {},
  };
  const account = { tenantId: 1, realm: 'real', currency: 'USD' };
  const cores = new Map([
    [0, { noticesSince: () => Promise.reject(new UnavailableError('the core cannot be reached')) }],
    [1, { noticesSince: async () => [kept as Notice] }],
  ]);
  const mail = startNoticeMail(ports as never, {
    core: { findAccount: async () => account, summaryOf: async () => null, followEvents: () => undefined } as never,
    cores,
    companies: { all: async () => [], find: async () => null } as never,
    delivery: { wake: () => undefined } as never,
    takeBackLinks: {} as never,
    specOf: () => null,
    onError: () => undefined,
  });
  await expect.poll(() => mailed).toEqual(['notice-1-0']);
  await mail.stop();
});
