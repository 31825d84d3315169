import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type BillingEntry, useAccountDetail, useBilling } from '../../data/funds.ts';
import { balanceText, directionOf, signedText } from '../../format/number-text.ts';
import { dayClockText, dayKey, dayText } from '../../format/time-text.ts';
import { localeTag, t } from '../../i18n/text.ts';
import { shownZone } from '../../session/shown-zone.ts';
import buttonStyles from '../../ui/Button.module.css';
import { cx, directionClass } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import { Icon } from '../../ui/Icon.tsx';
import inkCardStyles from '../../ui/InkCard.module.css';
import listRowStyles from '../../ui/ListRow.module.css';
import layoutStyles from '../../ui/layout.module.css';
import { PullToRefresh } from '../../ui/PullToRefresh.tsx';
import { NavBar } from '../../widgets/NavBar.tsx';
import { groupByDay } from '../../widgets/orders/order-figures.ts';
import { RecordList } from '../../widgets/RecordList.tsx';
import styles from './BillingScreen.module.css';

/** Account detail: every change of the balance with the balance after it, newest first, by day (R-FND-91). */
export function BillingScreen() {
  const query = useBilling();
  const detail = useAccountDetail();
  return (
    <PullToRefresh
      className={cx(layoutStyles.screen, layoutStyles.canvas, layoutStyles.fadeIn)}
      onRefresh={() => Promise.all([query.refetch(), detail.refetch()])}
      header={
        <NavBar
          title={t('billing.title')}
          end={
            <Link className={buttonStyles.iconButton} to="/mine/statement" aria-label={t('statement.title')}>
              <Icon name="download" size={22} />
            </Link>
          }
        />
      }
    >
      <div className={cx(layoutStyles.page, styles.page)}>
        <div className={layoutStyles.gutters}>
          <dl
            className={cx(inkCardStyles.card, inkCardStyles.figures, styles.twoFigures)}
            data-part="account-card"
            data-theme="dark"
          >
            <div>
              <dt>{t('account.balance')}</dt>
              <dd>
                <span className={figuresStyles.number}>{balanceText(detail.data?.balance)}</span>
              </dd>
            </div>
            <div>
              <dt>{t('billing.locked')}</dt>
              <dd>
                <span className={figuresStyles.number}>{balanceText(detail.data?.locked)}</span>
              </dd>
            </div>
          </dl>
        </div>
        <div className={cx(layoutStyles.gutters, styles.list)}>
          <RecordList<BillingEntry>
            query={query}
            label={t('billing.title')}
            errorTitle={t('billing.errorTitle')}
            emptyTitle={t('billing.emptyTitle')}
            emptyText={t('billing.emptyText')}
          >
            {(entries) => <Days entries={entries} />}
          </RecordList>
        </div>
      </div>
    </PullToRefresh>
  );
}

function Days({ entries }: { entries: readonly BillingEntry[] }) {
  const [nowMs] = useState(Date.now);
  const today = dayKey(nowMs, shownZone());
  const days = groupByDay(
    entries,
    (entry) => entry.timeMs,
    (timeMs) => dayKey(timeMs, shownZone()),
  );
  return days.map((day) => (
    <section key={day.key}>
      <h2 className={cx(layoutStyles.sectionTitle, styles.day)}>
        {day.key === today ? t('order.today') : dayText(day.timeMs, shownZone(), localeTag())}
      </h2>
      <ul className={listRowStyles.group}>
        {day.items.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
    </section>
  ));
}

function Entry({ entry }: { entry: BillingEntry }) {
  return (
    <li className={cx(listRowStyles.row, styles.entry)}>
      <span className={listRowStyles.text}>
        {entry.memo}
        <small>
          <span className={figuresStyles.number}>{dayClockText(entry.timeMs, shownZone(), localeTag())}</span>
        </small>
      </span>
      <span className={styles.amount}>
        <b className={cx(figuresStyles.number, directionClass[directionOf(entry.amount)])}>
          {signedText(entry.amount)}
        </b>
        <small>
          {t('account.balance')} <span className={figuresStyles.number}>{balanceText(entry.balance)}</span>
        </small>
      </span>
    </li>
  );
}
