import { CallError, sessionExpiredCode } from '../data/client.ts';
import { t } from '../i18n/text.ts';
import { showToast } from '../ui/toast.ts';

/** The server's words verbatim; a network failure with its code; an expired session has its own way (R-ERR-01…03). */
export function toastError(error: unknown): void {
  if (!(error instanceof CallError) || error.code === 'ERR_CANCELED' || error.code === sessionExpiredCode) return;
  if (error.answered) showToast('bad', error.message);
  else showToast('bad', t('common.networkError', { code: error.code }), 'offline');
}
