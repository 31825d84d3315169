import { Link } from '@tanstack/react-router';
import { useAccount } from '../data/account.ts';
import { useBrand } from '../data/brand.ts';
import { balanceText, directionOf, ratioText, signedText } from '../format/number-text.ts';
import { t } from '../i18n/text.ts';
import type { KeptId } from '../navigation/routes.ts';
import { tabs } from '../navigation/routes.ts';
import { useSession } from '../session/session-store.ts';
import { AccountBadge, Avatar } from '../widgets/AccountBadge.tsx';
import { BrandMark } from '../widgets/BrandMark.tsx';
import { TabLink } from './TabBar.tsx';

const ticks = Array.from({ length: 12 }, (_, index) => index);

/** From 1024 px up the tabs and the account's figures stand in one bar above. */
export function TopBar({ shown }: { shown: KeptId | null }) {
  const isLoggedIn = useSession((session) => session.token !== null);
  return (
    <header className="topbar">
      <Link to="/" aria-label={useBrand().name}>
        <BrandMark />
      </Link>
      <nav className="topnav" aria-label={t('tab.main')}>
        {tabs.map((tab) => (
          <TabLink key={tab.id} tab={tab} className={tab.id === shown ? 'is-on' : ''} isOn={tab.id === shown}>
            {t(tab.label)}
          </TabLink>
        ))}
      </nav>
      {isLoggedIn ? (
        <>
          <Figures />
          <AccountBadge />
          <Link to="/user" className="ib" aria-label={t('account.account')} style={{ marginInline: -6 }}>
            <Avatar />
          </Link>
        </>
      ) : (
        <Link to="/login" className="btn btn--primary btn--sm" style={{ marginInlineStart: 'auto' }}>
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
    <dl className="met num">
      <div>
        <dt>{t('account.balance')}</dt>
        <dd>{balanceText(account.balance)}</dd>
      </div>
      <div>
        <dt>{t('account.netValue')}</dt>
        <dd>{balanceText(account.equity)}</dd>
      </div>
      <div>
        <dt>{t('account.profit')}</dt>
        <dd className={directionOf(account.profit)}>{signedText(account.profit)}</dd>
      </div>
      <div>
        <dt>{t('account.ratio')}</dt>
        <dd>
          {ratioText(account.marginLevel)}
          <span style={{ display: 'inline-flex', gap: 2, verticalAlign: -2, marginInlineStart: 6 }} aria-hidden="true">
            {ticks.map((index) => (
              <i
                key={index}
                style={{
                  width: 2,
                  height: 10,
                  borderRadius: 1,
                  background: index < used ? 'var(--color-text)' : 'var(--color-border)',
                }}
              />
            ))}
          </span>
        </dd>
      </div>
    </dl>
  );
}
