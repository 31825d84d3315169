import { t } from '../../i18n/text.ts';
import { copyText, downloadText } from '../../platform/share.ts';
import { Banner } from '../../ui/Banner.tsx';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import { Icon } from '../../ui/Icon.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { Sheet } from '../../ui/Sheet.tsx';
import { showToast } from '../../ui/toast.ts';
import styles from './Security.module.css';

interface RecoverySheetProps {
  readonly recoveryCodes: readonly string[];
  readonly onClose: () => void;
}

/** Recovery codes, shown once. Each replaces the second factor once. */
export function RecoverySheet({ recoveryCodes, onClose }: RecoverySheetProps) {
  const text = recoveryCodes.join('\n');
  async function copy(): Promise<void> {
    if (await copyText(text)) showToast('ok', t('common.copied'));
  }
  return (
    <Sheet
      title={t('security.recovery')}
      label={t('security.recovery')}
      onClose={onClose}
      renderFooter={(close) => (
        <button
          type="button"
          className={cx(buttonStyles.button, buttonStyles.primary, buttonStyles.wide)}
          onClick={close}
        >
          {t('security.saved')}
        </button>
      )}
    >
      <div className={cx(layoutStyles.column, styles.content)}>
        <Banner kind="warn" title={t('security.onceTitle')}>
          {t('security.onceText')}
        </Banner>
        <ol className={cx(styles.codes, figuresStyles.number)} aria-label={t('security.recovery')}>
          {recoveryCodes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className={buttonStyles.buttons}>
          <button
            type="button"
            className={cx(buttonStyles.button, buttonStyles.secondary, buttonStyles.medium)}
            onClick={() => void copy()}
          >
            <Icon name="copy" size={18} />
            {t('common.copy')}
          </button>
          <button
            type="button"
            className={cx(buttonStyles.button, buttonStyles.secondary, buttonStyles.medium)}
            onClick={() => downloadText('recovery-codes.txt', `${text}\n`, 'text/plain')}
          >
            <Icon name="download" size={18} />
            {t('receipt.download')}
          </button>
        </div>
      </div>
    </Sheet>
  );
}
