import { useId } from 'react';
import type { useInvite } from '../../data/invite.ts';
import { dateText } from '../../format/time-text.ts';
import { localeTag, t } from '../../i18n/text.ts';
import { shownZone } from '../../session/shown-zone.ts';
import badgeStyles from '../../ui/Badge.module.css';
import cardStyles from '../../ui/Card.module.css';
import { cx } from '../../ui/class-names.ts';
import { EndlessList } from '../../ui/EndlessList.tsx';
import figuresStyles from '../../ui/Figures.module.css';
import { Icon } from '../../ui/Icon.tsx';
import listRowStyles from '../../ui/ListRow.module.css';
import styles from './JoinedList.module.css';

type InviteQuery = ReturnType<typeof useInvite>;

/** Invited users, newest first as the server lists them; the server masks their names. */
export function JoinedList({ query }: { query: InviteQuery }) {
  const id = useId();
  const pages = query.data?.pages ?? [];
  const joined = pages.flatMap((page) => page.joined);
  const total = pages.at(-1)?.total ?? 0;
  const locale = localeTag();
  return (
    <section className={styles.joined} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {t('invite.joined')}
        <span className={cx(badgeStyles.count, styles.count)}>{total}</span>
      </h2>
      {total === 0 ? (
        <div className={cx(cardStyles.card, styles.none)}>
          <Icon name="documentary" size={28} />
          <div>
            <h3>{t('invite.emptyTitle')}</h3>
            <p>{t('invite.emptyText')}</p>
          </div>
        </div>
      ) : (
        <>
          <ul className={listRowStyles.group}>
            {joined.map((friend, index) => (
              <li
                key={`${friend.joinedAtMs}-${index}`}
                className={cx(listRowStyles.row, styles.friend)}
                data-part="friend"
              >
                <span className={cx(listRowStyles.text, styles.name)}>
                  <bdi>{friend.name}</bdi>
                </span>
                <span className={cx(listRowStyles.end, styles.end)}>
                  {friend.isVerified ? (
                    <span className={cx(badgeStyles.badge, badgeStyles.good)} data-part="badge">
                      <Icon name="check" />
                      {t('verify.verified')}
                    </span>
                  ) : null}
                  <time className={figuresStyles.number} dateTime={new Date(friend.joinedAtMs).toISOString()}>
                    {dateText(friend.joinedAtMs, shownZone(), locale)}
                  </time>
                </span>
              </li>
            ))}
          </ul>
          <EndlessList
            hasMore={query.hasNextPage}
            isLoading={query.isFetchingNextPage}
            isFailed={query.isFetchNextPageError}
            onMore={() => void query.fetchNextPage()}
            end={joined.length > 8 ? t('invite.end') : ''}
          />
        </>
      )}
    </section>
  );
}
