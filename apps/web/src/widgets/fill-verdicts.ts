import { type LoggedReceipt, verifyLogged } from '@candor/receipt-signature/verify-log';
import { type Verdict, verifyReceipt } from '@candor/receipt-signature/verify-receipt';
import { useEffect, useState } from 'react';
import type { FillProofs } from '../data/proofs.ts';

/** Outcome of checking receipts on this device. */
export interface FillVerdicts {
  readonly verdicts: readonly Verdict[];
  readonly atMs: number;
  /** Place of the newest receipt in the log; null if no checkpoint covers it yet or there is no log, `wrong` for a text of another form. */
  readonly logged: LoggedReceipt | 'wrong' | null;
}

/** Checks receipts on this device; null while they are checked. */
export function useFillVerdicts(proofs: FillProofs | undefined): FillVerdicts | null {
  const [found, setFound] = useState<{ readonly proofs: FillProofs; readonly verdicts: FillVerdicts } | null>(null);
  useEffect(() => {
    if (proofs === undefined) return undefined;
    let isLatest = true;
    void check(proofs).then((verdicts) => isLatest && setFound({ proofs, verdicts }));
    return () => {
      isLatest = false;
    };
  }, [proofs]);
  return found !== null && found.proofs === proofs ? found.verdicts : null;
}

async function check({ receipts, keys, newestProof, log }: FillProofs): Promise<FillVerdicts> {
  const wrong = (): Verdict => 'not-verified';
  const verdicts = await Promise.all(receipts.map((receipt) => verifyReceipt(receipt, keys).catch(wrong)));
  const [newest] = receipts;
  const logged =
    newest === undefined || newestProof === null || log === null
      ? null
      : await verifyLogged({ text: newest.text, logProof: newestProof, ...log }).catch(() => 'wrong' as const);
  return { verdicts, atMs: Date.now(), logged };
}
