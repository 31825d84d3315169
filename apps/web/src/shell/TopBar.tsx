import { Link } from '@tanstack/react-router';
import { useAccount } from '../data/account.ts';
import { useBrand } from '../data/brand.ts';
import { balanceText, directionOf, ratioText, signedText } from '../format/number-text.ts';
import { t } from '../i18n/text.ts';
import type { KeptId } from '../navigation/routes.ts';
import { tabs } from '../navigation/routes.ts';
import { useSession } from '../session/session-store.ts';
import { AccountBadge, Avatar } from '../widgets/AccountBadge.tsx';
import { AccountButton } from '../widgets/AccountButton.tsx';
import { BrandMark } from '../widgets/BrandMark.tsx';
import { AnnouncementsLink, NewsLink, ServiceLink } from '../widgets/news/NewsLinks.tsx';
import { TabLink } from './TabBar.tsx';

const ticks = Array.from({ length: 12 }, (_, index) => index);

/** Top bar from 1024 px: tabs and the account's figures. */
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
      {isLoggedIn ? <Figures /> : null}
      <div className="topbar-r">
        <NewsLink />
        <ServiceLink />
        <AnnouncementsLink />
      </div>
      {isLoggedIn ? (
        <>
          <AccountBadge />
          <AccountButton />
          <Link to="/user" className="ib" style={{ marginInline: -6 }}>
            <Avatar />
            <span className="visually-hidden">{t('account.account')}</span>
          </Link>
        </>
      ) : (
        <Link to="/login" className="btn btn--primary btn--sm">
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
    <dl className="met num num--text">
      <div>
        <dt>{t('account.balance')}</dt>
        <dd>
          <bdi>{balanceText(account.balance)}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t('account.netValue')}</dt>
        <dd className="live">
          <bdi>{balanceText(account.equity)}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t('account.profit')}</dt>
        <dd className={`live ${directionOf(account.profit)}`}>
          <bdi>{signedText(account.profit)}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t('account.ratio')}</dt>
        <dd className="met-r live">
          <bdi>{ratioText(account.marginLevel)}</bdi>
          <span className="met-t" aria-hidden="true">
            {ticks.map((index) => (
              <i key={index} className={index < used ? 'is-on' : ''} />
            ))}
          </span>
        </dd>
      </div>
    </dl>
  );
}
