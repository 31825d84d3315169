import { CallError, sessionExpiredCode } from '../data/client.ts';
import { t } from '../i18n/text.ts';
import { showToast } from '../ui/toast.ts';

/**
 * Shows the server's text of a refusal, or a network failure with its code; an expired session is handled elsewhere
 * (R-ERR-01…03).
 */
export function toastError(error: unknown): void {
  if (!(error instanceof CallError) || error.code === 'ERR_CANCELED' || error.code === sessionExpiredCode) return;
  if (error.answered) showToast('bad', error.message);
  else showToast('bad', t('common.networkError', { code: error.code }), 'offline');
}

/** Reports that a file of the app could not be loaded. */
export function toastNoNetwork(): void {
  showToast('bad', t('common.networkError', { code: 'ERR_NETWORK' }), 'offline');
}

/** Explains that a change without an answer may have been carried out, with the failure's code (R-ERR-03). */
export function toastUnanswered(text: string, { code }: CallError): void {
  showToast('bad', `${text} ${t('common.code', { code })}`, 'offline');
}

/** Shows the server's text for a result or a refusal (R-ERR-02, R-ERR-05), or a toast of the caller's own for a result. */
export async function toastAnswer<Answer = string>(
  call: Promise<Answer>,
  show: (answer: Answer) => void = (answer) => showToast('ok', String(answer)),
): Promise<void> {
  try {
    show(await call);
  } catch (error) {
    if (error instanceof CallError && !error.answered && error.code !== 'ERR_CANCELED')
      toastUnanswered(t('trade.unknownOutcome'), error);
    else toastError(error);
  }
}
