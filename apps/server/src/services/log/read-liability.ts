import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import type { LiabilityPath, LiabilityReader } from '../../ports/liabilities.ts';
import type { LogReader } from '../../ports/transparency-log.ts';
import type { PublicLog } from './public-log.ts';

/** An account's place in the newest total, and the proof of that total. */
export interface ProvenLiability {
  /** Name of the company's log. */
  readonly origin: string;
  readonly place: LiabilityPath;
  /** Proof that the log has the total; null until a checkpoint covers it. */
  readonly logProof: string | null;
}

export type ReadLiability = (companyId: CompanyId, accountId: AccountId) => Promise<ProvenLiability | null>;

/** Returns the function that proves that an account is counted; null for an account in no total of the last 30 days. */
export function createReadLiability(
  { liabilities, logReader }: { readonly liabilities: LiabilityReader; readonly logReader: LogReader },
  proofs: PublicLog['proofs'],
): ReadLiability {
  return async (companyId, accountId) => {
    const [place, tree] = [await liabilities.path(companyId, accountId), await logReader.tree(companyId)];
    if (place === null || tree === null) return null;
    const logProof = (await proofs(companyId, [place.name])).get(place.name) ?? null;
    return { origin: tree.origin, place, logProof };
  };
}
