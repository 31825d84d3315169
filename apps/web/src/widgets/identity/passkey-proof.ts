import { useState } from 'react';
import type { Proof } from '../../data/sign-in.ts';
import { t } from '../../i18n/text.ts';
import { askForPasskey, canUsePasskeys } from '../../platform/passkey.ts';
import { showToast } from '../../ui/toast.ts';
import { toastError } from '../toast-error.ts';

type Options = Readonly<Record<string, unknown>>;

/**
 * First of the typed `ways` to offer: a recovery code, which works once, only if no passkey is available. Null for the
 * passkey.
 */
export function firstWay<Way extends string>(ways: readonly Way[], hasPasskey: boolean): Way | null {
  const first = ways[0] ?? null;
  return first === 'recovery' && hasPasskey && canUsePasskeys() ? null : first;
}

/**
 * Proof by passkey, one at a time. The options are given, or fetched when the button is pressed. Null if there is no
 * passkey or the browser does not support them.
 */
export function usePasskeyProof(
  options: Options | (() => Promise<Options>) | null,
  onProof: (proof: Proof) => Promise<void>,
) {
  const [isBusy, setBusy] = useState(false);
  if (options === null || !canUsePasskeys()) return null;
  return {
    isBusy,
    async prove(): Promise<void> {
      if (isBusy) return;
      setBusy(true);
      try {
        const passkey = await askForPasskey(typeof options === 'function' ? await options() : options);
        if (passkey === null) showToast('warn', t('factor.passkeyNotUsed'));
        else await onProof({ passkey });
      } catch (error) {
        toastError(error);
      } finally {
        setBusy(false);
      }
    },
  };
}
