import { Link } from '@tanstack/react-router';
import { t } from '../../i18n/text.ts';
import { Icon } from '../../ui/Icon.tsx';
import layoutStyles from '../../ui/layout.module.css';
import styles from './JournalLink.module.css';

/** Link from the history to the journal of its closed orders. */
export function JournalLink() {
  return (
    <Link to="/mine/journal" className={styles.link} data-testid="journal-link">
      <Icon name="market" size={18} />
      <span>{t('journal.title')}</span>
      <span className={layoutStyles.mirrored}>
        <Icon name="next" size={16} />
      </span>
    </Link>
  );
}
