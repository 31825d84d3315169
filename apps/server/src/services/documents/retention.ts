import type { CompanyId } from '@candor/domain/values/ids';
import type { Clock } from '../../ports/clock.ts';
import type { UploadStore } from '../../ports/documents.ts';
import type { Vault } from './vault.ts';

const leftAfterMs = 24 * 3_600_000;
const yearMs = 365.25 * leftAfterMs;
const batch = 200;

/**
 * Deletes uploads not submitted within a day (R-UPL-07), and erases documents of accounts that ended longer ago than
 * the retention (R-KYC-08). The key is deleted first: without it the file is unreadable.
 */
export function createRetention(deps: {
  readonly uploads: UploadStore;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly retentionYears: number;
  readonly companies: () => Promise<readonly { readonly id: CompanyId }[]>;
}): () => Promise<void> {
  const { uploads, vault, clock } = deps;
  const clear = async (companyId: CompanyId, take: () => Promise<string[]>) => {
    for (let names = await take(); names.length > 0; names = await take())
      for (const name of names) await vault.remove({ companyId, name });
  };
  return async () => {
    const nowMs = clock.nowMs();
    for (const { id } of await deps.companies()) {
      await clear(id, () => uploads.forgetLeft(id, nowMs - leftAfterMs, batch));
      await clear(id, () => uploads.eraseEnded(id, Math.floor(nowMs - deps.retentionYears * yearMs), batch));
    }
  };
}
