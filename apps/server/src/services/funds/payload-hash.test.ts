import type { CorrectionRecord } from '@candor/domain/engine/funds/funds-request';
import type { CompanyId } from '@candor/domain/values/ids';
import type { Money } from '@candor/domain/values/money';
import { describe, expect, test } from 'vitest';
import { correctionHash } from './payload-hash.ts';
import { requireUnchanged } from './requests.ts';

const company = 1 as CompanyId;
const asked = {
  accountId: 7,
  amount: 12_50n,
  reason: 'A fee was taken twice.',
  proposedBy: { kind: 'operator', id: 3 },
};
const people = { uid: 'A1', language: 'en', name: '', emailOf: () => null };
const content = asked as unknown as CorrectionRecord;

function check(stored: { readonly payloadHash: string; readonly requestedAtMs: number; readonly amount?: Money }) {
  const correction = { ...content, ...stored } as CorrectionRecord;
  requireUnchanged(company, { kind: 'correction', people, correction });
}

describe('R-FND-34 the hash of a request', () => {
  test('holds whatever time the core gave the request', () => {
    const payloadHash = correctionHash(company, content);
    for (const requestedAtMs of [1_000, 1_007]) check({ payloadHash, requestedAtMs });
  });

  test('of a request from before hashes left the time out still holds, at its own time only', () => {
    const payloadHash = correctionHash(company, content, 1_000);
    check({ payloadHash, requestedAtMs: 1_000 });
    expect(() => check({ payloadHash, requestedAtMs: 1_001 })).toThrow('payloadChanged');
  });

  test('fails for another amount', () => {
    const payloadHash = correctionHash(company, content);
    expect(() => check({ payloadHash, requestedAtMs: 1_000, amount: 12_51n as Money })).toThrow('payloadChanged');
  });
});
