import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '../../i18n/text.ts';
import { useIsDesk } from '../../platform/media.ts';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import emptyStyles from '../../ui/Empty.module.css';
import { Icon } from '../../ui/Icon.tsx';
import layoutStyles from '../../ui/layout.module.css';
import typographyStyles from '../../ui/typography.module.css';
import styles from './DocumentaryScreen.module.css';
import { SoonDialog } from './RankingSheets.tsx';

/** Announces copy trading as coming soon, and nothing more (R-SCR-41). */
export function DocumentaryScreen() {
  const isDesk = useIsDesk();
  const [isSoonOpen, setSoonOpen] = useState(false);
  return (
    <main className={cx(layoutStyles.screen, layoutStyles.fadeIn)}>
      {isDesk ? (
        <h1 className={typographyStyles.visuallyHidden} data-part="reader-text">
          {t('tab.documentary')}
        </h1>
      ) : (
        <header className={layoutStyles.header}>
          <h1>{t('tab.documentary')}</h1>
          <div className={layoutStyles.headerActions}>
            <button
              type="button"
              className={buttonStyles.iconButton}
              aria-label={t('tab.documentary')}
              onClick={() => setSoonOpen(true)}
            >
              <Icon name="info" size={22} />
            </button>
          </div>
        </header>
      )}
      <div className={cx(emptyStyles.empty, styles.soon)} data-part="empty">
        <svg
          width="220"
          height="150"
          viewBox="0 0 220 150"
          fill="none"
          aria-hidden="true"
          strokeLinecap="round"
          strokeLinejoin="round"
        >
          <path
            d="M16 116c22 0 24-34 44-34s22 20 42 20 26-56 48-56 26 20 54-10"
            stroke="var(--color-text)"
            strokeWidth="2.500"
          />
          <path
            d="M16 134c22 0 24-34 44-34s22 20 42 20 26-56 48-56 26 20 54-10"
            stroke="var(--color-border)"
            strokeWidth="2.500"
            strokeDasharray="1 7"
          />
          <circle cx="204" cy="36" r="6" fill="var(--color-text)" />
          <circle cx="204" cy="54" r="6" fill="var(--color-surface)" stroke="var(--color-border)" strokeWidth="2.500" />
        </svg>
        <h2 className={styles.soonTitle}>{t('documentary.title')}</h2>
        <p className={styles.soonText}>{t('documentary.text')}</p>
        <Link
          to="/rank"
          search={{}}
          className={cx(buttonStyles.button, buttonStyles.primary, buttonStyles.medium, emptyStyles.action)}
        >
          {t('documentary.button')}
        </Link>
      </div>
      {isSoonOpen ? <SoonDialog onClose={() => setSoonOpen(false)} /> : null}
    </main>
  );
}
