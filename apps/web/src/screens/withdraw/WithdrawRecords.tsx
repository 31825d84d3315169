import type { PayType } from '@candor/contracts/http/funds';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useWithdrawals } from '../../data/funds.ts';
import type { PayoutClock, Withdrawal } from '../../data/funds-records.ts';
import { paymentText, spanText } from '../../format/funds-text.ts';
import { idText } from '../../format/number-text.ts';
import { dayClockText } from '../../format/time-text.ts';
import { localeTag, t } from '../../i18n/text.ts';
import { shownZone } from '../../session/shown-zone.ts';
import badgeStyles from '../../ui/Badge.module.css';
import { cx } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import { Icon } from '../../ui/Icon.tsx';
import listRowStyles from '../../ui/ListRow.module.css';
import layoutStyles from '../../ui/layout.module.css';
import { PullToRefresh } from '../../ui/PullToRefresh.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import typographyStyles from '../../ui/typography.module.css';
import { useNow } from '../../widgets/funds/use-now.ts';
import { NavBar } from '../../widgets/NavBar.tsx';
import recordListStyles from '../../widgets/RecordList.module.css';
import { RecordList } from '../../widgets/RecordList.tsx';
import { WithdrawalSheet } from './WithdrawalSheet.tsx';
import { isUnderWay, lookOf, stateText } from './withdrawal-state.ts';

const noClock: PayoutClock = { p90Ms: null, count: 0 };

/** List of withdrawals with status and waiting time (R-FND-88). */
export function WithdrawRecords() {
  const { type = 1 } = useSearch({ strict: false });
  const navigate = useNavigate();
  const query = useWithdrawals(type);
  const [openId, setOpenId] = useState<number | null>(null);
  const pages = query.data?.pages ?? [];
  const open = pages.flatMap(({ data }) => data).find(({ id }) => id === openId);
  const clock = pages[0]?.clock ?? noClock;
  const show = (next: PayType) =>
    void navigate({ to: '/mine/withdraw', search: { view: 'records', type: next }, replace: true });
  return (
    <PullToRefresh
      className={cx(layoutStyles.screen, layoutStyles.canvas, layoutStyles.fadeIn)}
      onRefresh={() => query.refetch()}
      header={<NavBar title={t('withdraw.records')} />}
    >
      <div className={cx(layoutStyles.page, layoutStyles.gutters, recordListStyles.records)}>
        <div className={cx(layoutStyles.switchBox, recordListStyles.segments)}>
          <Segmented<'1' | '2'>
            label={t('withdraw.way')}
            value={type === 1 ? '1' : '2'}
            onChange={(next) => show(next === '1' ? 1 : 2)}
            options={[
              { value: '1', label: t('funds.coin') },
              { value: '2', label: t('funds.bank') },
            ]}
          />
        </div>
        <RecordList<Withdrawal>
          query={query}
          label={t('withdraw.records')}
          errorTitle={t('withdraw.recordsError')}
          emptyTitle={t('withdraw.recordsEmpty')}
          emptyText={t('withdraw.recordsEmptyText')}
        >
          {(rows) => (
            <ul className={listRowStyles.group}>
              {rows.map((row) => (
                <Record key={row.id} row={row} onOpen={() => setOpenId(row.id)} />
              ))}
            </ul>
          )}
        </RecordList>
      </div>
      {open === undefined ? null : <WithdrawalSheet row={open} clock={clock} onClose={() => setOpenId(null)} />}
    </PullToRefresh>
  );
}

function Record({ row, onOpen }: { row: Withdrawal; onOpen: () => void }) {
  const nowMs = useNow(30_000);
  const look = lookOf(row);
  const { code, network } = row.currency;
  return (
    <li className={recordListStyles.record}>
      <button
        type="button"
        className={recordListStyles.openButton}
        data-part="record-button"
        aria-haspopup="dialog"
        onClick={onOpen}
      >
        <span className={cx(layoutStyles.apart, recordListStyles.line)}>
          <b>{network === '' ? code : `${code} · ${network}`}</b>
          <b className={figuresStyles.number}>{`${paymentText(row.number, 'USD')} USD`}</b>
        </span>
        <span className={cx(layoutStyles.apart, recordListStyles.line, recordListStyles.amounts)}>
          <span className={cx(typographyStyles.extraSmall, typographyStyles.tertiary)}>
            <span className={figuresStyles.number}>
              {dayClockText(row.createdAtMs, shownZone(), localeTag(), false)}
            </span>
            {' · '}
            <span className={figuresStyles.number}>{t('funds.number', { id: idText(row.id) })}</span>
          </span>
          <span className={cx(badgeStyles.badge, badgeStyles[look.badge])} data-part="badge">
            <Icon name={look.icon} />
            {stateText(row)}
          </span>
        </span>
        {isUnderWay(row) ? (
          <span className={cx(typographyStyles.extraSmall, typographyStyles.secondary, recordListStyles.details)}>
            {t('withdraw.waiting', { time: spanText(nowMs - row.createdAtMs, localeTag()) })}
          </span>
        ) : null}
        {row.state === 'rejected' && row.remark !== '' ? (
          <span className={cx(typographyStyles.extraSmall, figuresStyles.falling, recordListStyles.details)}>
            {row.remark}
          </span>
        ) : null}
      </button>
    </li>
  );
}
