import { codes } from '@candor/contracts/codes';
import type { SecondFactorAsked } from '@candor/contracts/http/second-factor';
import { useState } from 'react';
import type { Proof } from '../../data/sign-in.ts';
import { finishLogIn } from '../../data/sign-in.ts';
import type { TypedProof } from '../../form/identity-rules.ts';
import { toProofText } from '../../form/identity-rules.ts';
import { useForm } from '../../form/use-form.ts';
import { t } from '../../i18n/text.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import { Icon } from '../../ui/Icon.tsx';
import layoutStyles from '../../ui/layout.module.css';
import typographyStyles from '../../ui/typography.module.css';
import brandMarkStyles from '../../widgets/BrandMark.module.css';
import formPageStyles from '../../widgets/FormPage.module.css';
import { FormPage } from '../../widgets/FormPage.tsx';
import { AuthenticatorCodeField, proofProblem, RecoveryCodeField } from '../../widgets/identity/ProofFields.tsx';
import { firstWay, usePasskeyProof } from '../../widgets/identity/passkey-proof.ts';
import navBarStyles from '../../widgets/NavBar.module.css';
import styles from './Login.module.css';

interface SecondFactorStepProps {
  readonly asked: SecondFactorAsked;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

/** Second step of the log-in: a passkey, an authenticator code or a recovery code. */
export function SecondFactorStep({ asked, onBack, onDone }: SecondFactorStepProps) {
  const canType = (['totp', 'recovery'] as const).filter((method) => asked.methods.includes(method));
  const [kind, setKind] = useState<TypedProof | null>(firstWay(canType, asked.passkey !== null));

  async function finish(proof: Proof): Promise<void> {
    await finishLogIn(asked, proof);
    onDone();
  }

  const passkey = usePasskeyProof(asked.methods.includes('passkey') ? asked.passkey : null, finish);
  const form = useForm({
    initial: { code: '', recoveryCode: '' },
    check: ({ code, recoveryCode }) =>
      kind === 'recovery' ? proofProblem('recovery', recoveryCode) : proofProblem('totp', code),
    send: ({ code, recoveryCode }) =>
      finish(kind === 'recovery' ? { recoveryCode: toProofText(recoveryCode) } : { code: toProofText(code) }),
    fieldOfCode: { [codes.secondFactorWrong]: kind === 'recovery' ? 'recoveryCode' : 'code' },
  });
  const other = canType.find((method) => method !== kind);

  return (
    <FormPage bar={<StepBar onBack={onBack} />} form={form.form}>
      <div className={cx(formPageStyles.part, layoutStyles.column, styles.factorFields)}>
        <span className={brandMarkStyles.mark}>
          <Icon name="shield" />
        </span>
        <div>
          <h1 className={typographyStyles.title}>{t('factor.title')}</h1>
          <p className={typographyStyles.lead}>{kind === null ? t('factor.textPasskey') : t('factor.text')}</p>
        </div>
        {kind === null ? null : (
          <>
            {kind === 'totp' ? (
              <AuthenticatorCodeField key="totp" control={form.field('code')} />
            ) : (
              <RecoveryCodeField key="recovery" control={form.field('recoveryCode')} />
            )}
            <BusyButton label={t('factor.confirm')} isBusy={form.isBusy} />
          </>
        )}
        {passkey === null ? null : (
          <BusyButton
            label={t('factor.usePasskey')}
            kind={kind === null ? 'primary' : 'secondary'}
            isBusy={passkey.isBusy}
            onClick={() => void passkey.prove()}
          />
        )}
        {other === undefined ? null : (
          <button
            type="button"
            className={cx(buttonStyles.textButton, buttonStyles.centredText)}
            onClick={() => setKind(other)}
          >
            {other === 'recovery' ? t('factor.useRecovery') : t('factor.useTotp')}
          </button>
        )}
      </div>
    </FormPage>
  );
}

function StepBar({ onBack }: { onBack: () => void }) {
  return (
    <header className={navBarStyles.bar} data-part="nav-bar">
      <div className={navBarStyles.side}>
        <button
          type="button"
          className={cx(buttonStyles.iconButton, layoutStyles.mirrored)}
          aria-label={t('common.back')}
          onClick={onBack}
        >
          <Icon name="back" size={22} />
        </button>
      </div>
    </header>
  );
}
