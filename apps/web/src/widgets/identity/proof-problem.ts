import type { TypedProof } from '../../form/proof.ts';
import { findProofFault } from '../../form/proof.ts';
import { t } from '../../i18n/text.ts';

/** Problem of a typed proof, under its wire name. */
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
