import { Link } from '@tanstack/react-router';
import { useFreshUser } from '../../data/identity.ts';
import { t } from '../../i18n/text.ts';
import { useIsDesk } from '../../platform/media.ts';
import { isDemo, useSession } from '../../session/session-store.ts';
import { Icon } from '../../ui/Icon.tsx';
import { LanguageRow } from '../../widgets/LanguageRow.tsx';
import { AnnouncementsLink, UnreadCount } from '../../widgets/news/NewsLinks.tsx';
import { BalanceCard } from './BalanceCard.tsx';
import { MenuGroup } from './MenuGroup.tsx';
import { accountMenu, companyMenu, deviceMenu } from './menu.ts';
import { Profile } from './Profile.tsx';
import { ResetDemo } from './ResetDemo.tsx';
import { VerificationBadge } from './VerificationBadge.tsx';

/** Account page: balance, and links to everything that belongs to the account (R-SCR-07). */
export function UserScreen() {
  const isDesk = useIsDesk();
  useFreshUser();
  const user = useSession((session) => session.user);
  return (
    <main className="scr scr--canvas fade-in">
      <div className="page" style={isDesk ? { paddingBlock: '16px 24px' } : { paddingBottom: 24 }}>
        {isDesk ? (
          <h1 className="visually-hidden">{t('page.user')}</h1>
        ) : (
          <header className="rootbar">
            <h1>{t('page.user')}</h1>
            <div className="rootbar-r">
              <AnnouncementsLink />
              <Link to="/mine/system" className="ib" aria-label={t('user.settings')}>
                <Icon name="sliders" size={22} />
              </Link>
            </div>
          </header>
        )}
        <Profile />
        <div className="pad">
          <BalanceCard />
          <div style={{ height: 12 }} />
          {isDemo(user) ? <OpenReal /> : null}
          <ResetDemo />
          <MenuGroup
            entries={accountMenu}
            ends={{
              '/mine/auth': <VerificationBadge />,
              '/mine/invite': <span className="num">{user?.invite_code}</span>,
            }}
          />
          <MenuGroup entries={companyMenu} ends={{ '/mine/announcement': <UnreadCount /> }} />
          <MenuGroup entries={deviceMenu}>
            <LanguageRow />
          </MenuGroup>
        </div>
      </div>
    </main>
  );
}

/** Card that offers a real account to the user of a demo. */
function OpenReal() {
  return (
    <div className="democard" style={{ marginBottom: 12 }}>
      <span className="grow">
        <b className="democard-t">{t('user.practiceTitle')}</b>
        <span className="democard-s">{t('user.openRealText')}</span>
      </span>
      <Link to="/register" className="btn btn--primary btn--sm">
        {t('user.register')}
      </Link>
    </div>
  );
}
