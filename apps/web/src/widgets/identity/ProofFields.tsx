import type { TypedProof } from '../../form/identity-rules.ts';
import { findProofFault } from '../../form/identity-rules.ts';
import { t } from '../../i18n/text.ts';
import type { FieldControl } from '../../ui/Field.tsx';
import { Field } from '../../ui/Field.tsx';

/** Field for the six digits of an authenticator app. */
export function AuthenticatorCodeField({ control }: { control: FieldControl }) {
  return (
    <Field
      {...control}
      label={t('factor.totpLabel')}
      hint={t('factor.totpHint')}
      placeholder="123456"
      autoComplete="one-time-code"
      inputMode="numeric"
      isLatin
      isNumeric
      maxLength={7}
      enterKeyHint="go"
    />
  );
}

/** Field for one of the recovery codes, which were shown once. */
export function RecoveryCodeField({ control }: { control: FieldControl }) {
  return (
    <Field
      {...control}
      label={t('factor.recoveryLabel')}
      hint={t('factor.recoveryHint')}
      autoComplete="off"
      isLatin
      isNumeric
      maxLength={32}
      enterKeyHint="go"
    />
  );
}

/** Problem of a typed proof, under the name of its field. */
export function proofProblem(
  kind: TypedProof,
  typed: string,
): { readonly code?: string; readonly recoveryCode?: string } {
  const fault = findProofFault(kind, typed);
  if (fault === null) return {};
  if (kind === 'recovery') {
    return { recoveryCode: fault === 'empty' ? t('factor.enterRecovery') : t('factor.recoveryMalformed') };
  }
  return { code: fault === 'empty' ? t('factor.enterTotp') : t('factor.totpMalformed') };
}
