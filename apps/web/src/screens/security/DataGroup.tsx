import { useState } from 'react';
import { closeAccount, fetchOwnData } from '../../data/own-data.ts';
import { t } from '../../i18n/text.ts';
import { downloadBlob } from '../../platform/share.ts';
import { useSession } from '../../session/session-store.ts';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import figuresStyles from '../../ui/Figures.module.css';
import { Icon } from '../../ui/Icon.tsx';
import listRowStyles from '../../ui/ListRow.module.css';
import { showToast } from '../../ui/toast.ts';
import type { Guard } from '../../widgets/identity/step-up.ts';
import { toastError } from '../../widgets/toast-error.ts';
import styles from './Security.module.css';

/** The files with everything about the person, and the end of the account (R-SES-45). */
export function DataGroup({ guard }: { readonly guard: Guard }) {
  const [isAsking, setAsking] = useState(false);
  async function close(): Promise<void> {
    await guard(async () => {
      await closeAccount();
      showToast('ok', t('security.closed'));
    });
  }
  return (
    <>
      <h2 className={listRowStyles.groupLabel}>{t('security.data')}</h2>
      <div className={listRowStyles.group}>
        <ExportRow format="json" />
        <ExportRow format="pdf" />
        <button
          type="button"
          className={cx(listRowStyles.row, listRowStyles.danger, figuresStyles.falling)}
          onClick={() => setAsking(true)}
        >
          <Icon name="trash" />
          <span className={listRowStyles.text}>{t('security.close')}</span>
        </button>
      </div>
      {isAsking ? (
        <Dialog
          title={t('security.closeTitle')}
          safeLabel={t('common.cancel')}
          label={t('security.close')}
          kind="danger"
          onClose={() => setAsking(false)}
          onConfirm={close}
        >
          <p>{t('security.closeText')}</p>
        </Dialog>
      ) : null}
    </>
  );
}

function ExportRow({ format }: { readonly format: 'json' | 'pdf' }) {
  const uid = useSession((session) => session.user?.uid);
  const [isBusy, setBusy] = useState(false);
  async function save(): Promise<void> {
    setBusy(true);
    try {
      downloadBlob(`candor-${uid ?? ''}.${format}`, await fetchOwnData(format));
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <button
      type="button"
      className={listRowStyles.row}
      aria-busy={isBusy}
      disabled={isBusy}
      onClick={() => void save()}
    >
      <Icon name="download" />
      <span className={listRowStyles.text}>
        {t(format === 'pdf' ? 'security.exportPdf' : 'security.export')}
        <small>{t(format === 'pdf' ? 'security.exportPdfText' : 'security.exportText')}</small>
      </span>
      {isBusy ? <i className={cx(buttonStyles.spinner, styles.spinner)} /> : null}
    </button>
  );
}
