import type { RankingEntry } from '../../data/account-records.ts';
import { changeText, directionOf, ratioText, signedText } from '../../format/number-text.ts';
import { groupDigits } from '../../format/price-text.ts';
import { t } from '../../i18n/text.ts';
import badgeStyles from '../../ui/Badge.module.css';
import buttonStyles from '../../ui/Button.module.css';
import { cx, directionClass } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import logoStyles from '../../ui/Logo.module.css';
import layoutStyles from '../../ui/layout.module.css';
import { Bone } from '../../ui/Skeleton.tsx';
import styles from './RankingCard.module.css';

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
  const { user, threeWeekRate: rate, threeWeekProfit: profit, totalRate } = entry;
  return (
    // The button inside does the same for the keyboard.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <article className={styles.card} data-testid="ranking-row" onClick={onFollow}>
      <div className={styles.head}>
        <span className={cx(styles.place, figuresStyles.number, place <= 3 && styles.podium)}>{place}</span>
        <Monogram user={user} />
        <div className={layoutStyles.grow}>
          <div className={styles.name}>
            <span className={figuresStyles.number}>{user}</span> <KindBadge isDemo={entry.isDemo} />
          </div>
          <div className={styles.facts}>
            <span>
              {t('rank.variety')} <span className={figuresStyles.number}>{showCode}</span>
            </span>
            <span>
              {t('rank.multiple')} <span className={figuresStyles.number}>{entry.multiple}×</span>
            </span>
          </div>
        </div>
        <button
          type="button"
          className={cx(buttonStyles.button, buttonStyles.outline, buttonStyles.small, styles.follow)}
          aria-label={`${t('rank.follow')} ${user}`}
          onClick={onFollow}
        >
          {t('rank.follow')}
        </button>
      </div>
      <div className={styles.result}>
        <dl>
          <dt>{t('rank.totalRate')}</dt>
          <dd className={directionClass[directionOf(totalRate)]}>
            <span className={figuresStyles.number}>{changeText(totalRate)}</span>
          </dd>
        </dl>
      </div>
      <dl className={styles.figures}>
        <div>
          <dt>{t('rank.rate')}</dt>
          <dd className={directionClass[directionOf(rate)]}>
            <span className={figuresStyles.number}>{signedText(rate, 1)}%</span>
          </dd>
        </div>
        <div>
          <dt>{t('rank.win')}</dt>
          <dd>
            <span className={figuresStyles.number}>{ratioText(entry.threeWeekWin)}</span>
          </dd>
        </div>
        <div>
          <dt>{t('rank.profit')}</dt>
          <dd className={directionClass[directionOf(profit)]}>
            <span className={figuresStyles.number}>{signedText(profit)}</span>
          </dd>
        </div>
      </dl>
      <Counts entry={entry} />
    </article>
  );
}

function KindBadge({ isDemo }: { isDemo: boolean }) {
  return (
    <span
      className={isDemo ? cx(badgeStyles.badge, badgeStyles.demo) : cx(badgeStyles.badge, badgeStyles.real)}
      data-part="badge"
    >
      {isDemo ? t('account.demo') : t('account.real')}
    </span>
  );
}

function Counts({ entry }: Pick<RankingCardProps, 'entry'>) {
  return (
    <div className={styles.foot}>
      <span>
        {t('rank.orders')} <b className={figuresStyles.number}>{groupDigits(String(entry.trades))}</b>
      </span>
      <span>
        {t('rank.followers')} <b className={figuresStyles.number}>{followersNow}</b>
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
    <span className={cx(styles.portrait, logoStyles.monogram)} style={{ ['--h' as string]: hue }} aria-hidden="true">
      {letters}
    </span>
  );
}

/** Skeleton of a card. */
export function RankingSkeleton() {
  return (
    <div role="status" aria-label={t('common.loading')}>
      {[0, 1, 2].map((index) => (
        <div key={index} className={styles.card} aria-hidden="true" data-testid="ranking-skeleton">
          <div className={styles.head}>
            <Bone width={22} height={20} />
            <Bone isCircle width={42} height={42} />
            <div className={cx(layoutStyles.grow, layoutStyles.column, styles.lines)}>
              <Bone width={112} height={14} />
              <Bone width={84} height={10} />
            </div>
            <Bone width={68} height={36} borderRadius={18} />
          </div>
          <div className={cx(layoutStyles.column, styles.waitingResult)}>
            <Bone width={96} height={10} />
            <Bone width={118} height={24} />
          </div>
          <div className={styles.figures}>
            {[70, 52, 84].map((width) => (
              <div key={width} className={cx(layoutStyles.column, styles.lines)}>
                <Bone width={width} height={10} />
                <Bone width={width - 14} height={14} />
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

/** Figures to order the ranking by; the server orders by the three-week rate. */
export const rankingOrders = ['threeWeekRate', 'threeWeekWin', 'threeWeekProfit', 'totalRate'] as const;
export type RankingOrder = (typeof rankingOrders)[number];

/** Returns the entries, best first; equal ones keep the server's order. */
export function inOrderOf(entries: readonly RankingEntry[], order: RankingOrder): readonly RankingEntry[] {
  if (order === 'threeWeekRate') return entries;
  return entries.toSorted((a, b) => Number(b[order]) - Number(a[order]) || a.rank - b.rank);
}
