import type { NoticeGroup } from '@candor/contracts/http/notices';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type NoticeRow, readNotices, useNoticeList } from '../../data/notice-list.ts';
import { clockText, dayKey, dayText } from '../../format/time-text.ts';
import { localeTag, t } from '../../i18n/text.ts';
import { pageLink } from '../../navigation/page-link.ts';
import { shownZone } from '../../session/shown-zone.ts';
import buttonStyles from '../../ui/Button.module.css';
import chipsStyles from '../../ui/Chips.module.css';
import { cx } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import listRowStyles from '../../ui/ListRow.module.css';
import layoutStyles from '../../ui/layout.module.css';
import { PullToRefresh } from '../../ui/PullToRefresh.tsx';
import typographyStyles from '../../ui/typography.module.css';
import { NavBar } from '../../widgets/NavBar.tsx';
import { groupByDay } from '../../widgets/orders/order-figures.ts';
import { RecordList } from '../../widgets/RecordList.tsx';
import { toastError } from '../../widgets/toast-error.ts';
import styles from './NoticesScreen.module.css';

const groups: readonly NoticeGroup[] = ['orders', 'alerts', 'account'];

/** Notices of the account by day; each is read by opening its page (R-ALR-07). */
export function NoticesScreen() {
  const [group, setGroup] = useState<NoticeGroup | null>(null);
  const query = useNoticeList(group);
  return (
    <PullToRefresh
      className={cx(layoutStyles.screen, layoutStyles.canvas, layoutStyles.fadeIn)}
      onRefresh={() => query.refetch()}
      header={
        <NavBar
          title={t('notices.title')}
          end={
            <Link to="/mine/notice-ways" className={buttonStyles.iconButton} aria-label={t('ways.title')}>
              <Icon name="sliders" size={22} />
            </Link>
          }
        />
      }
    >
      <div className={cx(layoutStyles.page, styles.page)}>
        <Kinds group={group} onChange={setGroup} />
        <div className={layoutStyles.gutters}>
          <RecordList<NoticeRow>
            query={query}
            label={t('notices.title')}
            errorTitle={t('notices.failed')}
            emptyTitle={group === null ? t('notices.emptyTitle') : t('notices.noneOfKind')}
            emptyText={t('notices.emptyText')}
            emptyAction={group === null ? undefined : <ShowAll onShow={() => setGroup(null)} />}
            endText={t('notices.end')}
          >
            {(rows) => <Days rows={rows} />}
          </RecordList>
        </div>
      </div>
    </PullToRefresh>
  );
}

interface KindsProps {
  readonly group: NoticeGroup | null;
  readonly onChange: (group: NoticeGroup | null) => void;
}

/** Kinds to choose from, all of them first. */
function Kinds({ group, onChange }: KindsProps) {
  const labels = { orders: t('notices.orders'), alerts: t('alerts.title'), account: t('notices.account') };
  return (
    <div className={cx(chipsStyles.chips, chipsStyles.onCanvas)} role="group" aria-label={t('notices.filter')}>
      {[null, ...groups].map((one) => (
        <button
          key={one}
          type="button"
          className={cx(chipsStyles.chip, chipsStyles.plain, one === group && chipsStyles.selected)}
          aria-pressed={one === group}
          onClick={() => onChange(one)}
        >
          {one === null ? t('notices.all') : labels[one]}
        </button>
      ))}
    </div>
  );
}

function ShowAll({ onShow }: { onShow: () => void }) {
  return (
    <button
      type="button"
      className={cx(buttonStyles.button, buttonStyles.secondary, buttonStyles.medium)}
      onClick={onShow}
    >
      {t('notices.showAll')}
    </button>
  );
}

const dayMs = 24 * 3_600_000;

function Days({ rows }: { rows: readonly NoticeRow[] }) {
  const [nowMs] = useState(Date.now);
  const names = new Map([
    [dayKey(nowMs - dayMs, shownZone()), t('notices.yesterday')],
    [dayKey(nowMs, shownZone()), t('order.today')],
  ]);
  const days = groupByDay(
    rows,
    ({ timeMs }) => timeMs,
    (timeMs) => dayKey(timeMs, shownZone()),
  );
  return days.map((day, index) => (
    <section key={day.key}>
      <h2 className={cx(listRowStyles.groupLabel, layoutStyles.apart)}>
        <span>{names.get(day.key) ?? dayText(day.timeMs, shownZone(), localeTag())}</span>
        {index === 0 && rows.some(({ isRead }) => !isRead) ? <ReadAll untilMs={day.timeMs} /> : null}
      </h2>
      <ul className={listRowStyles.group}>
        {day.items.map((row) => (
          <li key={row.id} className={styles.item}>
            <Row row={row} />
          </li>
        ))}
      </ul>
    </section>
  ));
}

/** The time is that of the newest notice shown: one that arrives meanwhile stays unread. */
function ReadAll({ untilMs }: { untilMs: number }) {
  return (
    <button
      type="button"
      className={styles.readAll}
      data-testid="notices-read-all"
      onClick={() => void readNotices({ untilMs }).catch(toastError)}
    >
      {t('notices.readAll')}
    </button>
  );
}

const icons: Readonly<Record<string, IconName>> = {
  'order-filled': 'check',
  'order-closed': 'orders',
  'stop-loss-hit': 'target',
  'take-profit-hit': 'target',
  'alert-fired': 'bell',
};
const groupIcons: Readonly<Record<NoticeGroup, IconName>> = { orders: 'warn', alerts: 'bell', account: 'shield' };

function Row({ row }: { row: NoticeRow }) {
  const { kind, group, text, timeMs, isRead } = row;
  return (
    <Link
      {...pageLink(row.page)}
      className={cx(listRowStyles.row, styles.row)}
      data-testid="notice-row"
      onClick={() => {
        if (!isRead) void readNotices({ id: row.id }).catch(toastError);
      }}
    >
      <span className={styles.icon}>
        <Icon name={icons[kind] ?? groupIcons[group]} size={20} />
      </span>
      <span className={cx(listRowStyles.text, styles.text)}>{text}</span>
      <span className={styles.end}>
        <time className={figuresStyles.number} dateTime={new Date(timeMs).toISOString()}>
          {clockText(timeMs, shownZone(), localeTag())}
        </time>
        {isRead ? null : (
          <>
            <i className={styles.dot} />
            <span className={typographyStyles.visuallyHidden} data-part="reader-text">
              {t('news.unreadOne')}
            </span>
          </>
        )}
      </span>
    </Link>
  );
}
