import { CallError, sessionExpiredCode } from '../data/client.ts';
import { t } from '../i18n/text.ts';
import { showToast } from '../ui/toast.ts';

/** The server's words verbatim; a network failure with its code; an expired session has its own way (R-ERR-01…03). */
export function toastError(error: unknown): void {
  if (!(error instanceof CallError) || error.code === 'ERR_CANCELED' || error.code === sessionExpiredCode) return;
  if (error.answered) showToast('bad', error.message);
  else showToast('bad', t('common.networkError', { code: error.code }), 'offline');
}

/** A file of the app's own could not be had. */
export function toastNoNetwork(): void {
  showToast('bad', t('common.networkError', { code: 'ERR_NETWORK' }), 'offline');
}

/** No answer to something that may have been carried out: what that means, with the failure's code (R-ERR-03). */
export function toastUnanswered(text: string, { code }: CallError): void {
  showToast('bad', `${text} ${t('common.code', { code })}`, 'offline');
}

/** The server's own words for what it has done, or for why it has not (R-ERR-02, R-ERR-05). */
export async function toastAnswer(call: Promise<string>): Promise<void> {
  try {
    showToast('ok', await call);
  } catch (error) {
    if (error instanceof CallError && !error.answered && error.code !== 'ERR_CANCELED')
      toastUnanswered(t('trade.unknownOutcome'), error);
    else toastError(error);
  }
}
