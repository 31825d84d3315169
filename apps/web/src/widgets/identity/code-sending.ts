import { codes } from '@candor/contracts/codes';
import { useState } from 'react';
import { CallError } from '../../data/client.ts';
import type { AccountName, CaptchaAnswer, CodePurpose } from '../../data/sign-in.ts';
import { sendCode, waitAskedBy } from '../../data/sign-in.ts';
import { useCooldown } from '../../form/cooldown.ts';
import { maskAccount } from '../../form/identity-rules.ts';
import { t } from '../../i18n/text.ts';
import { showToast } from '../../ui/toast.ts';

const cooldownNames = { 1: 'register', 2: 'reset' } as const satisfies Record<CodePurpose, string>;

export interface CodeSendingOptions {
  readonly purpose: CodePurpose;
  /** Returns the recipient of the code; null, with a message shown, if it is not valid. */
  readonly target: () => AccountName | null;
  readonly onRefused: (error: unknown) => void;
}

/** Sending of a code: one at a time, then a wait of a minute; with a captcha if the server requires one. */
export function useCodeSending({ purpose, target, onRefused }: CodeSendingOptions) {
  const cooldown = useCooldown(cooldownNames[purpose]);
  const [isSending, setSending] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [asksCaptcha, setAsksCaptcha] = useState(false);

  async function sendTo(name: AccountName, captcha: CaptchaAnswer | null): Promise<void> {
    await sendCode(name, purpose, captcha);
    cooldown.start();
    setSentTo(maskAccount(name.account));
    showToast('ok', t('auth.codeSent'));
  }

  function refuse(error: unknown): void {
    if (error instanceof CallError && error.code === codes.codeTooSoon) cooldown.start(waitAskedBy(error));
    onRefused(error);
  }

  return {
    isSending,
    sentTo,
    secondsLeft: cooldown.secondsLeft,
    asksCaptcha,
    closeCaptcha: () => setAsksCaptcha(false),
    /** Sends with the characters of a captcha; throws if they are wrong, for the sheet to show. */
    async sendWith(captcha: CaptchaAnswer): Promise<void> {
      const name = target();
      if (name !== null) await sendTo(name, captcha);
    },
    async send(): Promise<void> {
      const name = isSending ? null : target();
      if (name === null) return;
      setSending(true);
      try {
        await sendTo(name, null);
      } catch (error) {
        if (error instanceof CallError && error.code === codes.captchaRequired) setAsksCaptcha(true);
        else refuse(error);
      } finally {
        setSending(false);
      }
    },
  };
}

export type CodeSending = ReturnType<typeof useCodeSending>;
