import type { DepositRow, DepositStatus } from '@candor/contracts/http/funds';
import { useState } from 'react';
import { useDeposits } from '../../data/funds.ts';
import { creditedText, paymentText, rateText } from '../../format/funds-text.ts';
import { idText } from '../../format/number-text.ts';
import { dayClockText } from '../../format/time-text.ts';
import type { PlainKey } from '../../i18n/text.ts';
import { localeTag, t } from '../../i18n/text.ts';
import { Banner } from '../../ui/Banner.tsx';
import type { IconName } from '../../ui/Icon.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { PullToRefresh } from '../../ui/PullToRefresh.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { MoneySteps } from '../../widgets/funds/MoneySteps.tsx';
import { NavBar } from '../../widgets/NavBar.tsx';
import { RecordList } from '../../widgets/RecordList.tsx';

type Way = 'coin' | 'wire';

/** List of reported deposits with their status (R-FND-84). */
export function DepositRecords() {
  const [way, setWay] = useState<Way>('coin');
  const query = useDeposits(way === 'coin' ? 0 : 1);
  return (
    <PullToRefresh
      className="scr scr--canvas fade-in"
      onRefresh={() => query.refetch()}
      header={<NavBar title={t('deposit.records')} />}
    >
      <div className="page pad records">
        <div className="seg-c">
          <Segmented<Way>
            label={t('deposit.way')}
            value={way}
            onChange={setWay}
            options={[
              { value: 'coin', label: t('funds.coin') },
              { value: 'wire', label: t('deposit.wire') },
            ]}
          />
        </div>
        <RecordList<DepositRow>
          query={query}
          label={t('deposit.records')}
          errorTitle={t('deposit.recordsError')}
          emptyTitle={t('deposit.recordsEmpty')}
          emptyText={t('deposit.recordsEmptyText')}
        >
          {(rows) => (
            <ul className="group">
              {rows.map((row) => (
                <Record key={row.id} row={row} />
              ))}
            </ul>
          )}
        </RecordList>
      </div>
    </PullToRefresh>
  );
}

interface StatusLook {
  readonly label: PlainKey;
  readonly badge: string;
  readonly icon?: IconName;
}

const looks: Readonly<Record<DepositStatus, StatusLook>> = {
  0: { label: 'deposit.unchecked', badge: 'wait', icon: 'clock' },
  1: { label: 'deposit.completed', badge: 'ok', icon: 'check' },
  2: { label: 'deposit.rejected', badge: 'bad', icon: 'close' },
  3: { label: 'deposit.invalid', badge: 'mute' },
};

function Record({ row }: { row: DepositRow }) {
  const look = looks[row.status];
  const name = row.type === 0 ? row.protocol_code : t('deposit.wire');
  return (
    <li className="rec">
      <div className="between">
        <b>{`${row.currency_code} · ${name}`}</b>
        <b className="num">{paymentText(row.number, row.currency_code)}</b>
      </div>
      <div className="between rec-2">
        <span className="xs t3">
          <span className="num">{dayClockText(row.created_at, 'device', localeTag(), false)}</span>
          {' · '}
          <span className="num">{t('funds.number', { id: idText(row.id) })}</span>
        </span>
        <span className={`badge badge--${look.badge}`}>
          {look.icon === undefined ? null : <Icon name={look.icon} />}
          {t(look.label)}
        </span>
      </div>
      {row.status === 0 ? <Waiting row={row} /> : null}
      {row.status === 1 ? (
        <p className="xs t2 rec-3">
          {t('deposit.creditedAt', {
            amount: creditedText(row.usd_number),
            rate: rateText(row.usd_price),
            code: row.currency_code,
          })}
        </p>
      ) : null}
      {row.remark === '' ? null : (
        <div className="rec-n">
          <Banner>
            <span style={{ overflowWrap: 'anywhere' }}>{row.remark}</span>
          </Banner>
        </div>
      )}
    </li>
  );
}

/** Progress of a deposit; for a watched payment, its confirmations so far. */
function Waiting({ row }: { row: DepositRow }) {
  const { confirmations } = row;
  return (
    <>
      <MoneySteps
        now={1}
        steps={[
          { label: t('deposit.submitted') },
          { label: confirmations === null ? t('deposit.underReview') : t('deposit.confirming') },
          { label: t('deposit.stepCredited') },
        ]}
      />
      {confirmations === null ? null : (
        <p className="xs t2 rec-3">
          {t('deposit.confirmations', { seen: confirmations.seen, needed: confirmations.needed })}
        </p>
      )}
    </>
  );
}
