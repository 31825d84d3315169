import type { ReactNode } from 'react';
import { t } from '../i18n/text.ts';
import { useWayBack } from '../navigation/back.ts';
import buttonStyles from '../ui/Button.module.css';
import { cx } from '../ui/class-names.ts';
import { Icon } from '../ui/Icon.tsx';
import layoutStyles from '../ui/layout.module.css';
import styles from './NavBar.module.css';

/** Title bar with a back button, and room for one more link at the end. */
export function NavBar({ title, end }: { title?: string; end?: ReactNode }) {
  const goBack = useWayBack();
  return (
    <header className={styles.bar} data-part="nav-bar">
      <div className={styles.side}>
        <button
          type="button"
          className={cx(buttonStyles.iconButton, layoutStyles.mirrored)}
          aria-label={t('common.back')}
          onClick={goBack}
        >
          <Icon name="back" size={22} />
        </button>
      </div>
      <div className={styles.title}>{title === undefined ? null : <h1>{title}</h1>}</div>
      <div className={cx(styles.side, styles.trailing)}>{end}</div>
    </header>
  );
}
