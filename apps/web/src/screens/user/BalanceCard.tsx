import { useAccount } from '../../data/account.ts';
import { balanceText } from '../../format/number-text.ts';
import { t } from '../../i18n/text.ts';
import { isDemo, useSession } from '../../session/session-store.ts';
import { AccountBadge } from '../../widgets/AccountBadge.tsx';
import { MoneyActions } from './MoneyActions.tsx';

/** Balance of the account, with deposit and withdraw buttons. */
export function BalanceCard() {
  const user = useSession((session) => session.user);
  const account = useAccount();
  return (
    <section className="ink" data-theme="dark">
      <div className="between">
        <span className="ink-l">{isDemo(user) ? t('user.mockBalance') : t('user.tradingBalance')}</span>
        <AccountBadge />
      </div>
      <div className="ink-v">
        <span className="num">{balanceText(account.balance)}</span>
        <span className="t3" style={{ fontSize: '.45em', letterSpacing: 0, fontWeight: 500 }}>
          {user?.currency}
        </span>
      </div>
      <div className="row sm t3" style={{ gap: 16, marginTop: 2, flexWrap: 'wrap' }}>
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
      <b className="num" style={{ color: 'var(--color-text)' }}>
        <span className="live">{value}</span>
      </b>
    </span>
  );
}
