import type { RankingEntry } from '@candor/contracts/http/content';
import { changeText, directionOf, ratioText, signedText } from '../../format/number-text.ts';
import { groupDigits } from '../../format/price-text.ts';
import { t } from '../../i18n/text.ts';

export interface RankingCardProps {
  readonly entry: RankingEntry;
  /** Position in the current order. */
  readonly place: number;
  /** Instrument code as shown on other screens. */
  readonly showCode: string;
  readonly onFollow: () => void;
}

/** Copying is not offered yet, so nobody has followers. */
const followersNow = 0;

/**
 * One account of the ranking: its figures and a demo badge; no curve, since there is no data for one (R-RANK-02). A tap
 * anywhere opens the coming-soon dialog; the button does the same for keyboard and screen reader.
 */
export function RankingCard({ entry, place, showCode, onFollow }: RankingCardProps) {
  const { user, three_week_rate: rate, three_week_profit: profit, total_rate: totalRate } = entry;
  return (
    // The button inside does the same for the keyboard.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <article className="lead-c" data-testid="ranking-row" onClick={onFollow}>
      <div className="lead-h">
        <span className={`rk num ${place <= 3 ? 'top' : ''}`}>{place}</span>
        <Monogram user={user} />
        <div className="grow">
          <div className="lead-n">
            <span className="num">{user}</span>{' '}
            {entry.is_demo === 1 ? (
              <span className="badge badge--demo">{t('account.demo')}</span>
            ) : (
              <span className="badge badge--real">{t('account.real')}</span>
            )}
          </div>
          <div className="lead-s">
            <span>
              {t('rank.variety')} <span className="num">{showCode}</span>
            </span>
            <span>
              {t('rank.multiple')} <span className="num">{entry.multiple}×</span>
            </span>
          </div>
        </div>
        <button
          type="button"
          className="btn btn--outline btn--sm"
          aria-label={`${t('rank.follow')} ${user}`}
          onClick={onFollow}
        >
          {t('rank.follow')}
        </button>
      </div>
      <div className="lead-m">
        <dl>
          <dt>{t('rank.totalRate')}</dt>
          <dd className={directionOf(totalRate)}>
            <span className="num">{changeText(totalRate)}</span>
          </dd>
        </dl>
      </div>
      <dl className="tri3">
        <div>
          <dt>{t('rank.rate')}</dt>
          <dd className={directionOf(rate)}>
            <span className="num">{signedText(rate, 1)}%</span>
          </dd>
        </div>
        <div>
          <dt>{t('rank.win')}</dt>
          <dd>
            <span className="num">{ratioText(entry.three_week_win)}</span>
          </dd>
        </div>
        <div>
          <dt>{t('rank.profit')}</dt>
          <dd className={directionOf(profit)}>
            <span className="num">{signedText(profit)}</span>
          </dd>
        </div>
      </dl>
      <Counts entry={entry} />
    </article>
  );
}

function Counts({ entry }: Pick<RankingCardProps, 'entry'>) {
  return (
    <div className="lead-f">
      <span>
        {t('rank.orders')} <b className="num">{groupDigits(String(entry.total_trade_num))}</b>
      </span>
      <span>
        {t('rank.followers')} <b className="num">{followersNow}</b>
      </span>
    </div>
  );
}

/** First letter of a masked name, else its last digits. */
function Monogram({ user }: { user: string }) {
  const letters = user.startsWith('*') ? user.slice(-2) : user.slice(0, 1).toUpperCase();
  let hue = 0;
  for (const char of user) hue = (hue * 31 + (char.codePointAt(0) ?? 0)) % 360;
  return (
    <span className="pav mono" style={{ ['--h' as string]: hue }} aria-hidden="true">
      {letters}
    </span>
  );
}

/** Skeleton of a card. */
export function RankingSkeleton() {
  return (
    <div role="status" aria-label={t('common.loading')}>
      {[0, 1, 2].map((index) => (
        <div key={index} className="lead-c" aria-hidden="true" data-testid="ranking-skeleton">
          <div className="lead-h">
            <i className="sk" style={{ width: 22, height: 20 }} />
            <i className="sk sk--c" style={{ width: 42, height: 42 }} />
            <div className="grow stack" style={{ gap: 8 }}>
              <i className="sk" style={{ width: 112, height: 14 }} />
              <i className="sk" style={{ width: 84, height: 10 }} />
            </div>
            <i className="sk" style={{ width: 68, height: 36, borderRadius: 18 }} />
          </div>
          <div className="stack" style={{ gap: 8, marginTop: 14 }}>
            <i className="sk" style={{ width: 96, height: 10 }} />
            <i className="sk" style={{ width: 118, height: 24 }} />
          </div>
          <div className="tri3">
            {[70, 52, 84].map((width) => (
              <div key={width} className="stack" style={{ gap: 8 }}>
                <i className="sk" style={{ width, height: 10 }} />
                <i className="sk" style={{ width: width - 14, height: 14 }} />
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
