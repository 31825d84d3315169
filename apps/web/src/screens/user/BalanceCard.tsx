import { useAccount } from '../../data/account.ts';
import { balanceText } from '../../format/number-text.ts';
import { t } from '../../i18n/text.ts';
import { isDemo, useSession } from '../../session/session-store.ts';
import { cx } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import inkCardStyles from '../../ui/InkCard.module.css';
import layoutStyles from '../../ui/layout.module.css';
import typographyStyles from '../../ui/typography.module.css';
import { AccountBadge } from '../../widgets/AccountBadge.tsx';
import { MoneyActions } from './MoneyActions.tsx';
import styles from './User.module.css';

/** Balance of the account, with deposit and withdraw buttons. */
export function BalanceCard() {
  const user = useSession((session) => session.user);
  const account = useAccount();
  return (
    <section className={inkCardStyles.card} data-part="account-card" data-theme="dark">
      <div className={layoutStyles.apart}>
        <span className={inkCardStyles.label}>{isDemo(user) ? t('user.mockBalance') : t('user.tradingBalance')}</span>
        <AccountBadge />
      </div>
      <div className={inkCardStyles.value} data-part="account-value">
        <span className={figuresStyles.number}>{balanceText(account.balance)}</span>
        <span className={cx(typographyStyles.tertiary, styles.currency)}>{user?.currency}</span>
      </div>
      <div className={cx(layoutStyles.row, typographyStyles.small, typographyStyles.tertiary, styles.pairs)}>
        <Pair label={t('account.netValue')} value={balanceText(account.equity)} />
        <Pair label={t('trade.availableShort')} value={balanceText(account.freeMargin)} />
      </div>
      <MoneyActions />
    </section>
  );
}

function Pair({ label, value }: { label: string; value: string }) {
  return (
    <span>
      {label}{' '}
      <b className={cx(figuresStyles.number, styles.figure)}>
        <span className={cx(figuresStyles.live, figuresStyles.ofAccount)}>{value}</span>
      </b>
    </span>
  );
}
