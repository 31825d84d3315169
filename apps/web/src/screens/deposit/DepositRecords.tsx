import type { DepositStatus, PayType } from '@candor/contracts/http/funds';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDeposits } from '../../data/funds.ts';
import type { Deposit } from '../../data/funds-records.ts';
import { creditedText, paymentText, rateText } from '../../format/funds-text.ts';
import { idText } from '../../format/number-text.ts';
import { dayClockText } from '../../format/time-text.ts';
import type { PlainKey } from '../../i18n/text.ts';
import { localeTag, t } from '../../i18n/text.ts';
import { shownZone } from '../../session/shown-zone.ts';
import badgeStyles from '../../ui/Badge.module.css';
import { Banner } from '../../ui/Banner.tsx';
import { cx } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import type { IconName } from '../../ui/Icon.tsx';
import { Icon } from '../../ui/Icon.tsx';
import listRowStyles from '../../ui/ListRow.module.css';
import layoutStyles from '../../ui/layout.module.css';
import { PullToRefresh } from '../../ui/PullToRefresh.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import typographyStyles from '../../ui/typography.module.css';
import { MoneySteps } from '../../widgets/funds/MoneySteps.tsx';
import { NavBar } from '../../widgets/NavBar.tsx';
import recordListStyles from '../../widgets/RecordList.module.css';
import { RecordList } from '../../widgets/RecordList.tsx';
import styles from './Deposit.module.css';

/** List of reported deposits with their status (R-FND-84). */
export function DepositRecords() {
  const { type = 1 } = useSearch({ strict: false });
  const navigate = useNavigate();
  const query = useDeposits(type === 1 ? 0 : 1);
  const show = (next: PayType) =>
    void navigate({ to: '/mine/charge', search: { view: 'records', type: next }, replace: true });
  return (
    <PullToRefresh
      className={cx(layoutStyles.screen, layoutStyles.canvas, layoutStyles.fadeIn)}
      onRefresh={() => query.refetch()}
      header={<NavBar title={t('deposit.records')} />}
    >
      <div className={cx(layoutStyles.page, layoutStyles.gutters, recordListStyles.records)}>
        <div className={cx(layoutStyles.switchBox, recordListStyles.segments)}>
          <Segmented<'1' | '2'>
            label={t('deposit.way')}
            value={type === 1 ? '1' : '2'}
            onChange={(next) => show(next === '1' ? 1 : 2)}
            options={[
              { value: '1', label: t('funds.coin') },
              { value: '2', label: t('deposit.wire') },
            ]}
          />
        </div>
        <RecordList<Deposit>
          query={query}
          label={t('deposit.records')}
          errorTitle={t('deposit.recordsError')}
          emptyTitle={t('deposit.recordsEmpty')}
          emptyText={t('deposit.recordsEmptyText')}
        >
          {(rows) => (
            <ul className={listRowStyles.group}>
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
  readonly badge: 'wait' | 'good' | 'bad' | 'mute';
  readonly icon?: IconName;
}

const looks: Readonly<Record<DepositStatus, StatusLook>> = {
  0: { label: 'deposit.unchecked', badge: 'wait', icon: 'clock' },
  1: { label: 'deposit.completed', badge: 'good', icon: 'check' },
  2: { label: 'deposit.rejected', badge: 'bad', icon: 'close' },
  3: { label: 'deposit.invalid', badge: 'mute' },
};

function Record({ row }: { row: Deposit }) {
  const look = looks[row.status];
  const name = row.type === 0 ? row.network : t('deposit.wire');
  return (
    <li className={recordListStyles.record}>
      <div className={cx(layoutStyles.apart, recordListStyles.line)}>
        <b>{`${row.currencyCode} · ${name}`}</b>
        <b className={figuresStyles.number}>{paymentText(row.number, row.currencyCode)}</b>
      </div>
      <div className={cx(layoutStyles.apart, recordListStyles.line, recordListStyles.amounts)}>
        <span className={cx(typographyStyles.extraSmall, typographyStyles.tertiary)}>
          <span className={figuresStyles.number}>{dayClockText(row.createdAtMs, shownZone(), localeTag(), false)}</span>
          {' · '}
          <span className={figuresStyles.number}>{t('funds.number', { id: idText(row.id) })}</span>
        </span>
        <span className={cx(badgeStyles.badge, badgeStyles[look.badge])} data-part="badge">
          {look.icon === undefined ? null : <Icon name={look.icon} />}
          {t(look.label)}
        </span>
      </div>
      {row.status === 0 ? <Waiting row={row} /> : null}
      {row.status === 1 ? (
        <p className={cx(typographyStyles.extraSmall, typographyStyles.secondary, recordListStyles.details)}>
          {t('deposit.creditedAt', {
            amount: creditedText(row.credited),
            rate: rateText(row.perUsd),
            code: row.currencyCode,
          })}
        </p>
      ) : null}
      {row.remark === '' ? null : (
        <div className={recordListStyles.notes}>
          <Banner>
            <span className={styles.remark}>{row.remark}</span>
          </Banner>
        </div>
      )}
    </li>
  );
}

/** Progress of a deposit; for a watched payment, its confirmations so far. */
function Waiting({ row }: { row: Deposit }) {
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
        <p className={cx(typographyStyles.extraSmall, typographyStyles.secondary, recordListStyles.details)}>
          {t('deposit.confirmations', { seen: confirmations.seen, needed: confirmations.needed })}
        </p>
      )}
    </>
  );
}
