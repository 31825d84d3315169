import { Link } from '@tanstack/react-router';
import { useAccount } from '../data/account.ts';
import { useBrand } from '../data/company.ts';
import { balanceText, directionOf, ratioText, signedText } from '../format/number-text.ts';
import { t } from '../i18n/text.ts';
import type { KeptId } from '../navigation/routes.ts';
import { tabs } from '../navigation/routes.ts';
import { useSession } from '../session/session-store.ts';
import buttonStyles from '../ui/Button.module.css';
import { cx, directionClass } from '../ui/class-names.ts';
import figuresStyles from '../ui/Figures.module.css';
import typographyStyles from '../ui/typography.module.css';
import { AccountBadge, Avatar } from '../widgets/AccountBadge.tsx';
import { AccountButton } from '../widgets/AccountButton.tsx';
import { BrandMark } from '../widgets/BrandMark.tsx';
import { NoticeBell } from '../widgets/NoticeBell.tsx';
import { AnnouncementsLink, NewsLink, ServiceLink } from '../widgets/news/NewsLinks.tsx';
import { useHoldingMark } from '../widgets/orders/use-order-list.ts';
import { TabLink } from './TabBar.tsx';
import styles from './TopBar.module.css';

const ticks = Array.from({ length: 12 }, (_, index) => index);

/** Top bar from 1024 px: tabs and the account's figures. */
export function TopBar({ shown }: { shown: KeptId | null }) {
  const isLoggedIn = useSession((session) => session.token !== null);
  return (
    <header className={styles.bar}>
      <Link to="/" aria-label={useBrand().name}>
        <BrandMark className={styles.mark} />
      </Link>
      <nav className={styles.links} aria-label={t('tab.main')}>
        {tabs.map((tab) => (
          <TabLink
            key={tab.id}
            tab={tab}
            className={tab.id === shown ? styles.selected : undefined}
            isOn={tab.id === shown}
          >
            {t(tab.label)}
          </TabLink>
        ))}
      </nav>
      {isLoggedIn ? <Figures /> : null}
      <div className={styles.actions} data-part="top-actions">
        <NewsLink />
        <ServiceLink />
        <AnnouncementsLink />
        {isLoggedIn ? <NoticeBell /> : null}
      </div>
      {isLoggedIn ? (
        <>
          <AccountBadge />
          <AccountButton />
          <Link to="/user" className={cx(buttonStyles.iconButton, styles.account)}>
            <Avatar />
            <span className={typographyStyles.visuallyHidden} data-part="reader-text">
              {t('account.account')}
            </span>
          </Link>
        </>
      ) : (
        <Link to="/login" className={cx(buttonStyles.button, buttonStyles.primary, buttonStyles.small)}>
          {t('market.login')}
        </Link>
      )}
    </header>
  );
}

function Figures() {
  const account = useAccount();
  const used = Math.min(ticks.length, Math.ceil((Number(account.riskRate ?? 0) / 100) * ticks.length));
  return (
    <dl
      className={cx(styles.metrics, figuresStyles.number, figuresStyles.inText)}
      data-part="metrics"
      {...useHoldingMark()}
    >
      <div>
        <dt>{t('account.balance')}</dt>
        <dd>
          <bdi>{balanceText(account.balance)}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t('account.netValue')}</dt>
        <dd className={cx(figuresStyles.live, figuresStyles.ofAccount)}>
          <bdi>{balanceText(account.equity)}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t('account.profit')}</dt>
        <dd className={cx(figuresStyles.live, figuresStyles.ofAccount, directionClass[directionOf(account.profit)])}>
          <bdi>{signedText(account.profit)}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t('account.ratio')}</dt>
        <dd className={cx(styles.ratio, figuresStyles.live, figuresStyles.ofAccount)} data-part="margin-ratio">
          <bdi>{ratioText(account.marginLevel)}</bdi>
          <span className={styles.gauge} aria-hidden="true">
            {ticks.map((index) => (
              <i key={index} className={index < used ? styles.selected : undefined} />
            ))}
          </span>
        </dd>
      </div>
    </dl>
  );
}
