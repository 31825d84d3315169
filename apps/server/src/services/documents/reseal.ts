import type { TenantId } from '@candor/domain/values/ids';
import type { KeyRing, SealedRows } from '../../ports/secrets.ts';
import { seal, unsealWithRing } from './sealing.ts';

/**
 * Seals everything anew with the ring's current key, so that older ones can be thrown away (R-KYC-05). The files stay
 * as they are: only the keys of their own are sealed anew. Can be stopped at any time and run again.
 */
export async function resealAll(rows: SealedRows, ring: KeyRing, companyIds: readonly TenantId[]): Promise<number> {
  let total = 0;
  for (const companyId of companyIds)
    total += await rows.reseal(companyId, ring.current.id, (value) =>
      seal(ring.current, value, unsealWithRing(ring, value, value.sealed)),
    );
  return total;
}
