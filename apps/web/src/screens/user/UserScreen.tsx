import { Link } from '@tanstack/react-router';
import { useFreshUser } from '../../data/identity.ts';
import { t } from '../../i18n/text.ts';
import { useIsDesk } from '../../platform/media.ts';
import { hasRealBeside, isDemo, useSession } from '../../session/session-store.ts';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import demoCardStyles from '../../ui/DemoCard.module.css';
import figuresStyles from '../../ui/Figures.module.css';
import { Icon } from '../../ui/Icon.tsx';
import layoutStyles from '../../ui/layout.module.css';
import typographyStyles from '../../ui/typography.module.css';
import { AccountSwitch } from '../../widgets/AccountSwitch.tsx';
import { LanguageRow } from '../../widgets/LanguageRow.tsx';
import { NoticeBell } from '../../widgets/NoticeBell.tsx';
import { UnreadCount } from '../../widgets/news/NewsLinks.tsx';
import { BalanceCard } from './BalanceCard.tsx';
import { MenuGroup } from './MenuGroup.tsx';
import { accountMenu, companyMenu, deviceMenu } from './menu.ts';
import { Profile, VerificationBadge } from './Profile.tsx';
import { ResetDemo } from './ResetDemo.tsx';
import styles from './User.module.css';

/** Account page: balance, and links to everything that belongs to the account (R-SCR-07). */
export function UserScreen() {
  const isDesk = useIsDesk();
  useFreshUser();
  const user = useSession((session) => session.user);
  const hasReal = useSession(hasRealBeside);
  return (
    <main className={cx(layoutStyles.screen, layoutStyles.canvas, layoutStyles.fadeIn)}>
      <div className={cx(layoutStyles.page, isDesk ? styles.deskPage : styles.phonePage)}>
        {isDesk ? (
          <h1 className={typographyStyles.visuallyHidden} data-part="reader-text">
            {t('page.user')}
          </h1>
        ) : (
          <header className={layoutStyles.header}>
            <h1>{t('page.user')}</h1>
            <div className={layoutStyles.headerActions}>
              <NoticeBell />
              <Link to="/mine/system" className={buttonStyles.iconButton} aria-label={t('user.settings')}>
                <Icon name="sliders" size={22} />
              </Link>
            </div>
          </header>
        )}
        <Profile />
        <div className={layoutStyles.gutters}>
          <AccountSwitch />
          <BalanceCard />
          <div className={styles.bottomGap} />
          {isDemo(user) && !hasReal ? <OpenReal /> : null}
          <ResetDemo />
          <MenuGroup
            entries={accountMenu}
            ends={{
              '/mine/auth': <VerificationBadge />,
              '/mine/invite': <span className={figuresStyles.number}>{user?.inviteCode}</span>,
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
    <div className={cx(demoCardStyles.card, styles.loginCard)}>
      <span className={layoutStyles.grow}>
        <b className={demoCardStyles.title}>{t('user.practiceTitle')}</b>
        <span className={demoCardStyles.text}>{t('user.openRealText')}</span>
      </span>
      <Link
        to="/register"
        className={cx(buttonStyles.button, buttonStyles.primary, buttonStyles.small, demoCardStyles.action)}
      >
        {t('user.register')}
      </Link>
    </div>
  );
}
