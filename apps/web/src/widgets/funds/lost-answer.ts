import { codes } from '@candor/contracts/codes';
import type { CallName } from '@candor/contracts/http/paths';
import { useEffect } from 'react';
import { money } from '../../data/api.ts';
import { CallError } from '../../data/client.ts';
import { refreshFunds } from '../../data/funds.ts';
import type { MoneySent } from '../../data/money.ts';
import { t } from '../../i18n/text.ts';
import { showToast } from '../../ui/toast.ts';
import { toastUnanswered } from '../toast-error.ts';

/**
 * Asks for the result of a request whose answer was lost, perhaps with the page itself, when the screen opens again
 * (R-FND-82).
 */
export function useLostAnswer(calls: readonly CallName[]): void {
  useEffect(() => {
    void Promise.all(calls.map((name) => money.wasDone(name))).then(
      (done) => {
        if (!done.includes(true)) return;
        showToast('ok', t('funds.earlierDone'));
        void refreshFunds();
      },
      // Still no answer: the next press asks again.
      () => undefined,
    );
  }, [calls]);
}

/** Reports that it was done; names the earlier press if it was that one. */
export function toastSent(sent: MoneySent, text: string): void {
  showToast('ok', sent === 'earlier' ? t('funds.earlierDone') : text);
}

/** Outcome unknown. Shows a notice and returns true; pressing again repeats the same request. */
export function isUnknownOutcome(error: unknown): boolean {
  if (!(error instanceof CallError) || error.answered) return false;
  toastUnanswered(t('funds.unknownOutcome'), error);
  return true;
}

export function isRateChanged(error: unknown): boolean {
  return error instanceof CallError && error.code === codes.rateChanged;
}
