import { useState } from 'react';
import type { Proof } from '../../data/identity.ts';
import { t } from '../../i18n/text.ts';
import { askForPasskey, canUsePasskeys } from '../../platform/passkey.ts';
import { showToast } from '../../ui/toast.ts';
import { toastError } from '../toast-error.ts';

type Options = Readonly<Record<string, unknown>>;

/**
 * What is asked for first among `ways` that are typed: a recovery code, which works once, only where no passkey serves.
 * Null: nothing typed, the passkey.
 */
export function firstWay<Way extends string>(ways: readonly Way[], hasPasskey: boolean): Way | null {
  const first = ways[0] ?? null;
  return first === 'recovery' && hasPasskey && canUsePasskeys() ? null : first;
}

/**
 * Proving with a passkey, once at a time. The options are at hand, or fetched when the button is pressed. Null where
 * there is no passkey, or a browser that knows none.
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
