import { useState } from 'react';
import { useBasicInfo } from '../../data/queries.ts';
import { t } from '../../i18n/text.ts';
import { outsideLink } from '../../navigation/outside-link.ts';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Icon } from '../../ui/Icon.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { EmailInstead } from '../../widgets/EmailInstead.tsx';
import { LoadFailed } from '../../widgets/LoadFailed.tsx';
import { NavBar } from '../../widgets/NavBar.tsx';
import styles from './ChatScreen.module.css';
import { isEmbedded, sandboxOf } from './support-frame.ts';

/** The company's support page: embedded, or a link to it if it must open by itself (R-SCR-10). */
export function ChatScreen() {
  const query = useBasicInfo();
  const link = query.data === undefined ? null : outsideLink(query.data.serviceLink, location);
  const isInside = link !== null && query.data !== undefined && isEmbedded(query.data.serviceLinkType);
  return (
    <main className={cx(layoutStyles.screen, layoutStyles.fadeIn)}>
      <NavBar title={t('user.service')} {...(isInside ? { end: <OpenOutside link={link} /> } : {})} />
      {query.data === undefined ? (
        query.error !== null && !query.isFetching ? (
          <LoadFailed title={t('chat.errorTitle')} error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Waiting />
        )
      ) : link === null ? (
        <EmailInstead drawing="search" title={t('chat.emptyTitle')} text={t('chat.emptyText')} />
      ) : isInside ? (
        <Frame link={link} />
      ) : (
        <Outside link={link} />
      )}
    </main>
  );
}

/**
 * Sandboxed frame of the support page: it may run scripts, send forms and open pages, but cannot navigate or read the
 * app.
 */
function Frame({ link }: { link: string }) {
  const [isLoaded, setLoaded] = useState(false);
  return (
    <div className={styles.frame}>
      {isLoaded ? null : <Waiting className={styles.waiting} />}
      <iframe
        src={link}
        title={t('user.service')}
        sandbox={sandboxOf(link, location.origin)}
        referrerPolicy="strict-origin"
        onLoad={() => setLoaded(true)}
      />
    </div>
  );
}

function Waiting({ className }: { className?: string | undefined }) {
  return (
    <p className={cx(layoutStyles.waiting, className)} role="status" aria-label={t('common.loading')}>
      <i className={buttonStyles.spinner} />
    </p>
  );
}

function OpenOutside({ link }: { link: string }) {
  return (
    <a
      className={buttonStyles.iconButton}
      href={link}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t('chat.open')}
    >
      <Icon name="external" size={22} />
    </a>
  );
}

function Outside({ link }: { link: string }) {
  return (
    <Empty
      drawing="search"
      title={t('chat.outsideTitle')}
      text={t('chat.outsideText', { site: new URL(link).host })}
      action={
        <a
          className={cx(buttonStyles.button, buttonStyles.primary, buttonStyles.medium)}
          href={link}
          target="_blank"
          rel="noopener noreferrer"
        >
          <Icon name="external" size={18} />
          {t('chat.open')}
        </a>
      }
    />
  );
}
