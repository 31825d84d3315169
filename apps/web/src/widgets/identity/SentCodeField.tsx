import { codes } from '@candor/contracts/codes';
import type { AccountType } from '@candor/contracts/http/identity';
import { useCaptcha } from '../../data/sign-in.ts';
import { useForm } from '../../form/use-form.ts';
import { t } from '../../i18n/text.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { CodeField } from '../../ui/CodeField.tsx';
import type { FieldControl } from '../../ui/Field.tsx';
import sheetStyles from '../../ui/Sheet.module.css';
import { Sheet } from '../../ui/Sheet.tsx';
import { CaptchaField } from './CaptchaField.tsx';
import type { CodeSending } from './code-sending.ts';

export interface SentCodeFieldProps {
  readonly control: FieldControl;
  readonly sending: CodeSending;
  readonly type: AccountType;
}

/** Field for a code sent by e-mail or SMS, its button, and the captcha that the server may require first. */
export function SentCodeField({ control, sending, type }: SentCodeFieldProps) {
  return (
    <>
      <CodeField
        {...control}
        placeholder={type === 'email' ? t('auth.codeFromEmail') : t('auth.codeFromSms')}
        secondsLeft={sending.secondsLeft}
        isSending={sending.isSending}
        onSend={() => void sending.send()}
      />
      {sending.asksCaptcha ? <CaptchaSheet sending={sending} /> : null}
    </>
  );
}

/** Captcha before a code is sent. */
function CaptchaSheet({ sending }: { sending: CodeSending }) {
  return (
    <Sheet title={t('captcha.title')} label={t('captcha.title')} onClose={sending.closeCaptcha}>
      {(close) => <CaptchaForm sending={sending} onSent={close} />}
    </Sheet>
  );
}

function CaptchaForm({ sending, onSent }: { sending: CodeSending; onSent: () => void }) {
  const captcha = useCaptcha(true);
  const form = useForm({
    initial: { captcha: '' },
    oneTryFields: ['captcha'],
    check: ({ captcha: typed }) => (typed.trim() === '' ? { captcha: t('captcha.enter') } : {}),
    async send({ captcha: text }) {
      try {
        await sending.sendWith({ key: captcha.data?.id ?? '', text: text.trim() });
        onSent();
      } catch (error) {
        // A captcha is valid for one try, right or wrong.
        void captcha.refetch();
        throw error;
      }
    },
    fieldOfCode: { [codes.captchaWrong]: 'captcha', [codes.captchaRequired]: 'captcha' },
  });
  return (
    <form {...form.form} className={sheetStyles.form}>
      <CaptchaField control={form.field('captcha')} captcha={captcha} />
      <BusyButton label={t('form.sendCode')} isBusy={form.isBusy} />
    </form>
  );
}
