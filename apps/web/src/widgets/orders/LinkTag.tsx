import { t } from '../../i18n/text.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './OrderRow.module.css';

/** Tag of a pending order of a pair. */
export function LinkTag() {
  return (
    <span className={styles.stop} data-part="stop-tag" data-testid="link-tag">
      <Icon name="link" size={12} />
      {t('oco.tag')}
    </span>
  );
}
