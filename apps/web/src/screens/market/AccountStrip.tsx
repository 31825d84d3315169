import { Link } from '@tanstack/react-router';
import { useAccount } from '../../data/account.ts';
import { balanceText, directionOf, signedText } from '../../format/number-text.ts';
import { t } from '../../i18n/text.ts';
import { useSession } from '../../session/session-store.ts';
import buttonStyles from '../../ui/Button.module.css';
import { cx, directionClass } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import { TriangleOf } from '../../ui/Figures.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { Bone } from '../../ui/Skeleton.tsx';
import { AccountBadge } from '../../widgets/AccountBadge.tsx';
import { AccountButton } from '../../widgets/AccountButton.tsx';
import marketRowStyles from '../../widgets/market/MarketRow.module.css';
import { useHoldingMark } from '../../widgets/orders/use-order-list.ts';
import styles from './AccountStrip.module.css';

/**
 * Net value and profit, a link to the orders, and a button for the next money action; a link to the log-in for
 * visitors.
 */
export function AccountStrip() {
  const user = useSession((session) => session.user);
  const isKnown = useAccount((account) => account.equity !== null);
  const holdingMark = useHoldingMark();
  if (user === null) return <VisitorStrip />;
  if (!isKnown) return <StripSkeleton />;
  return (
    <div className={styles.strip} data-part="account-strip" {...holdingMark}>
      <Link to="/order" className={styles.account}>
        <span className={cx(layoutStyles.grow, styles.netValue)}>
          <span className={styles.label}>
            {t('account.netValue')} <AccountBadge />
          </span>
          <NetValue currency={user.currency} />
        </span>
        <Profit />
      </Link>
      <AccountButton className={styles.action} />
    </div>
  );
}

function NetValue({ currency }: { currency: string }) {
  const equity = useAccount((account) => balanceText(account.equity));
  return (
    <span className={cx(styles.value, styles.block)} data-part="strip-value">
      <span className={cx(figuresStyles.number, figuresStyles.live, figuresStyles.ofAccount)}>
        {equity}
        <small>{currency}</small>
      </span>
    </span>
  );
}

function Profit() {
  const profit = useAccount((account) => signedText(account.profit));
  const direction = useAccount((account) => directionOf(account.profit));
  return (
    <span>
      <span className={styles.label}>{t('account.profit')}</span>
      <span className={cx(styles.profit, figuresStyles.live, figuresStyles.ofAccount, directionClass[direction])}>
        <TriangleOf direction={direction} size={9} />
        <span className={figuresStyles.number}>{profit}</span>
      </span>
    </span>
  );
}

function VisitorStrip() {
  return (
    <Link to="/login" search={{ from: '/' }} className={styles.strip} data-part="account-strip">
      <span className={layoutStyles.grow}>
        <span className={cx(marketRowStyles.code, styles.login)}>{t('market.visitorTitle')}</span>
        <span className={cx(styles.label, styles.hint)}>{t('market.visitorText')}</span>
      </span>
      <span className={cx(buttonStyles.button, buttonStyles.primary, buttonStyles.small, styles.action)}>
        {t('market.login')}
      </span>
    </Link>
  );
}

function StripSkeleton() {
  return (
    <div className={styles.strip} data-part="account-strip" aria-hidden="true">
      <span className={cx(layoutStyles.grow, layoutStyles.column, styles.lines)}>
        <Bone width={84} height={12} />
        <Bone width={136} height={20} />
      </span>
      <Bone width={86} height={36} borderRadius={18} />
    </div>
  );
}
