import { codes } from '@candor/contracts/codes';
import type { StepUpAsked } from '@candor/contracts/http/second-factor';
import { useState } from 'react';
import { CallError } from '../../data/client.ts';
import { askStepUp, stepUp } from '../../data/security.ts';
import { toProofText } from '../../form/identity-rules.ts';
import { useForm } from '../../form/use-form.ts';
import { t } from '../../i18n/text.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import { PasswordField } from '../../ui/PasswordField.tsx';
import sheetStyles from '../../ui/Sheet.module.css';
import { Sheet } from '../../ui/Sheet.tsx';
import typographyStyles from '../../ui/typography.module.css';
import { AuthenticatorCodeField, proofProblem, RecoveryCodeField } from './ProofFields.tsx';
import { firstWay, usePasskeyProof } from './passkey-proof.ts';

interface StepUpSheetProps {
  readonly asked: StepUpAsked;
  /** Subject of the proof, if it is bound to one action. */
  readonly about?: string;
  readonly onProved: () => void;
  readonly onClose: () => void;
}

/** Asks for a proof of identity: a second factor if there is one, else the password. */
export function StepUpSheet({ asked, about, onProved, onClose }: StepUpSheetProps) {
  return (
    <Sheet title={t('stepUp.title')} label={t('stepUp.title')} onClose={onClose}>
      <StepUpForm asked={asked} about={about ?? t('stepUp.text')} onProved={onProved} />
    </Sheet>
  );
}

type Typed = 'totp' | 'recovery' | 'password';

const switchLabels = {
  totp: 'factor.useTotp',
  recovery: 'factor.useRecovery',
  password: 'factor.usePassword',
} as const;

function StepUpForm({ asked, about, onProved }: Required<Omit<StepUpSheetProps, 'onClose'>>) {
  const ways = (['totp', 'password', 'recovery'] as const).filter((way) => asked.ways.includes(way));
  const [way, setWay] = useState<Typed | null>(firstWay<Typed>(ways, asked.passkey !== null));
  const passkey = usePasskeyStep(asked, onProved);
  const form = useForm({
    initial: { code: '', recoveryCode: '', password: '' },
    check(values) {
      if (way === 'password') return values.password === '' ? { password: t('auth.enterPassword') } : {};
      return way === 'recovery' ? proofProblem('recovery', values.recoveryCode) : proofProblem('totp', values.code);
    },
    async send({ code, recoveryCode, password }) {
      if (way === 'password') await provePassword(password, asked);
      else if (way === 'recovery') await stepUp({ recoveryCode: toProofText(recoveryCode) }, asked);
      else await stepUp({ code: toProofText(code) }, asked);
      onProved();
    },
    fieldOfCode: {
      [codes.secondFactorWrong]: way === 'totp' ? 'code' : way === 'recovery' ? 'recoveryCode' : 'password',
      [codes.wrongCredentials]: 'password',
      [codes.oldPasswordWrong]: 'password',
    },
  });
  return (
    <form {...form.form} className={sheetStyles.form}>
      <p className={cx(typographyStyles.small, typographyStyles.secondary)}>{about}</p>
      {way === 'totp' ? <AuthenticatorCodeField key="totp" control={form.field('code')} /> : null}
      {way === 'recovery' ? <RecoveryCodeField key="recovery" control={form.field('recoveryCode')} /> : null}
      {way === 'password' ? (
        <PasswordField
          {...form.field('password')}
          label={t('auth.password')}
          autoComplete="current-password"
          enterKeyHint="go"
        />
      ) : null}
      {way === null ? null : <BusyButton label={t('factor.confirm')} isBusy={form.isBusy} />}
      {passkey === null ? null : (
        <BusyButton
          label={t('factor.usePasskey')}
          kind={way === null ? 'primary' : 'secondary'}
          isBusy={passkey.isBusy}
          onClick={() => void passkey.prove()}
        />
      )}
      {ways
        .filter((other) => other !== way)
        .map((other) => (
          <button
            key={other}
            type="button"
            className={cx(buttonStyles.textButton, buttonStyles.centredText)}
            onClick={() => setWay(other)}
          >
            {t(switchLabels[other])}
          </button>
        ))}
    </form>
  );
}

/** Only the password was asked for, so a refusal is about the password. */
async function provePassword(password: string, asked: StepUpAsked): Promise<void> {
  try {
    await stepUp({ password }, asked);
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== codes.wrongCredentials) throw error;
    throw new CallError(error.code, t('stepUp.passwordWrong'), error.answered, error.data);
  }
}

/** Passkey step. The options of the question are valid for one try; another try requests new ones. */
function usePasskeyStep(asked: StepUpAsked, onProved: () => void) {
  const [isUsed, setUsed] = useState(false);
  async function options(): Promise<Readonly<Record<string, unknown>>> {
    const { passkey } = isUsed ? await askStepUp(asked) : asked;
    setUsed(true);
    return passkey ?? {};
  }
  return usePasskeyProof(asked.passkey === null ? null : options, async (proof) => {
    await stepUp(proof, asked);
    onProved();
  });
}
