import type { PayType, WithdrawClock, WithdrawRow } from '@candor/contracts/http/funds';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useWithdrawals } from '../../data/funds.ts';
import { paymentText, spanText } from '../../format/funds-text.ts';
import { idText } from '../../format/number-text.ts';
import { dayClockText } from '../../format/time-text.ts';
import { localeTag, t } from '../../i18n/text.ts';
import { Icon } from '../../ui/Icon.tsx';
import { PullToRefresh } from '../../ui/PullToRefresh.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { useNow } from '../../widgets/funds/use-now.ts';
import { NavBar } from '../../widgets/NavBar.tsx';
import { RecordList } from '../../widgets/RecordList.tsx';
import { isUnderWay, lookOf, stateText } from './state-looks.ts';
import { WithdrawalSheet } from './WithdrawalSheet.tsx';

const noClock: WithdrawClock = { p90_ms: null, count: 0 };

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
      className="scr scr--canvas fade-in"
      onRefresh={() => query.refetch()}
      header={<NavBar title={t('withdraw.records')} />}
    >
      <div className="page pad records">
        <div className="seg-c">
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
        <RecordList<WithdrawRow>
          query={query}
          label={t('withdraw.records')}
          errorTitle={t('withdraw.recordsError')}
          emptyTitle={t('withdraw.recordsEmpty')}
          emptyText={t('withdraw.recordsEmptyText')}
        >
          {(rows) => (
            <ul className="group">
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

function Record({ row, onOpen }: { row: WithdrawRow; onOpen: () => void }) {
  const nowMs = useNow(30_000);
  const look = lookOf(row);
  const { code, protocol } = row.draw_currency;
  return (
    <li className="rec">
      <button type="button" className="rec-b" aria-haspopup="dialog" onClick={onOpen}>
        <span className="between">
          <b>{protocol === '' ? code : `${code} · ${protocol}`}</b>
          <b className="num">{`${paymentText(row.number, 'USD')} USD`}</b>
        </span>
        <span className="between rec-2">
          <span className="xs t3">
            <span className="num">{dayClockText(row.created_at, 'device', localeTag(), false)}</span>
            {' · '}
            <span className="num">{t('funds.number', { id: idText(row.id) })}</span>
          </span>
          <span className={`badge badge--${look.badge}`}>
            <Icon name={look.icon} />
            {stateText(row)}
          </span>
        </span>
        {isUnderWay(row) ? (
          <span className="xs t2 rec-3">
            {t('withdraw.waiting', { time: spanText(nowMs - row.created_at, localeTag()) })}
          </span>
        ) : null}
        {row.state === 'rejected' && row.remark !== '' ? <span className="xs down rec-3">{row.remark}</span> : null}
      </button>
    </li>
  );
}
