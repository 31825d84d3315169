import {
  type LiabilityTotal,
  type LiabilityVerdict,
  readTotal,
  verifyLiability,
} from '@candor/receipt-signature/verify-liability';
import { useEffect, useState } from 'react';
import type { CheckedLiability } from '../data/liability.ts';

/** Total that a proof states; null if it is of another day, currency or form. */
export function totalOf(proof: CheckedLiability): LiabilityTotal | null {
  return readTotal(proof);
}

/** Result of checking a proof on this device; null while it is checked. */
export function useLiabilityVerdict(proof: CheckedLiability): LiabilityVerdict | null {
  const [found, setFound] = useState<{ readonly proof: CheckedLiability; readonly verdict: LiabilityVerdict } | null>(
    null,
  );
  useEffect(() => {
    let isLatest = true;
    // A proof of another form than the verifier knows is wrong, too.
    void verifyLiability(proof)
      .catch((): LiabilityVerdict => 'wrong')
      .then((verdict) => isLatest && setFound({ proof, verdict }));
    return () => {
      isLatest = false;
    };
  }, [proof]);
  return found?.proof === proof ? found.verdict : null;
}
