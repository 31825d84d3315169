import type { TypedProof } from '../../form/proof.ts';
import { findProofFault } from '../../form/proof.ts';
import { t } from '../../i18n/text.ts';

/** What is wrong with a typed code, under the name that the wire knows it by. */
export function proofProblem(
  kind: TypedProof,
  typed: string,
): { readonly code?: string; readonly recovery_code?: string } {
  const fault = findProofFault(kind, typed);
  if (fault === null) return {};
  if (kind === 'recovery') {
    return { recovery_code: fault === 'empty' ? t('factor.enterRecovery') : t('factor.recoveryMalformed') };
  }
  return { code: fault === 'empty' ? t('factor.enterTotp') : t('factor.totpMalformed') };
}
