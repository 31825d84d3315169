import { useState } from 'react';
import { fileOrdersMax } from '../../data/note-text.ts';
import { fetchOrdersFile, type OrdersFile } from '../../data/trade-note.ts';
import { t } from '../../i18n/text.ts';
import { downloadBlob } from '../../platform/share.ts';
import buttonStyles from '../../ui/Button.module.css';
import { Icon } from '../../ui/Icon.tsx';
import { showToast } from '../../ui/toast.ts';
import { toastError } from '../toast-error.ts';

/** Button that saves the orders shown as CSV, with their costs, tags and notes (R-JRN-08). */
export function OrdersFileButton(shown: OrdersFile) {
  const [isBusy, setBusy] = useState(false);

  async function save(): Promise<void> {
    setBusy(true);
    try {
      const file = await fetchOrdersFile(shown);
      downloadBlob(`${shown.which}.csv`, file);
      if (await isFull(file)) showToast('warn', t('history.fileCut', { count: fileOrdersMax }));
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <button
      type="button"
      className={buttonStyles.iconButton}
      aria-label={t('history.file')}
      title={t('history.file')}
      aria-busy={isBusy}
      data-testid="orders-file"
      onClick={() => {
        if (!isBusy) void save();
      }}
    >
      <Icon name="download" size={20} />
    </button>
  );
}

/** True if a file has as many orders as it can have, so that older ones may be missing. */
async function isFull(file: Blob): Promise<boolean> {
  // A line of names, and the end of the last line.
  return (await file.text()).split('\r\n').length >= fileOrdersMax + 2;
}
