import { useId } from 'react';
import type { useInvite } from '../../data/invite.ts';
import { dateText } from '../../format/time-text.ts';
import { localeTag, t } from '../../i18n/text.ts';
import { EndlessList } from '../../ui/EndlessList.tsx';
import { Icon } from '../../ui/Icon.tsx';

type InviteQuery = ReturnType<typeof useInvite>;

/** Invited users, newest first as the server lists them; the server masks their names. */
export function JoinedList({ query }: { query: InviteQuery }) {
  const id = useId();
  const pages = query.data?.pages ?? [];
  const joined = pages.flatMap((page) => page.joined);
  const total = pages.at(-1)?.total ?? 0;
  const locale = localeTag();
  return (
    <section className="joined" aria-labelledby={id}>
      <h2 id={id} className="sec">
        {t('invite.joined')}
        <span className="count">{total}</span>
      </h2>
      {total === 0 ? (
        <div className="card joined-0">
          <Icon name="documentary" size={28} />
          <div>
            <h3>{t('invite.emptyTitle')}</h3>
            <p>{t('invite.emptyText')}</p>
          </div>
        </div>
      ) : (
        <>
          <ul className="group">
            {joined.map((friend, index) => (
              <li key={`${friend.joined_at}-${index}`} className="lrow joined-r">
                <span className="lrow-t">
                  <bdi>{friend.name}</bdi>
                </span>
                <span className="lrow-e">
                  {friend.is_verified === 1 ? (
                    <span className="badge badge--ok">
                      <Icon name="check" />
                      {t('verify.verified')}
                    </span>
                  ) : null}
                  <time className="num" dateTime={new Date(friend.joined_at).toISOString()}>
                    {dateText(friend.joined_at, 'device', locale)}
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
