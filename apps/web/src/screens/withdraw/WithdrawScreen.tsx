import type { PayType } from '@candor/contracts/http/funds';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { moneyCalls, useMethods } from '../../data/funds.ts';
import { t } from '../../i18n/text.ts';
import amountFieldStyles from '../../ui/AmountField.module.css';
import { cx } from '../../ui/class-names.ts';
import { Empty } from '../../ui/Empty.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { Segmented } from '../../ui/Segmented.tsx';
import { Bone } from '../../ui/Skeleton.tsx';
import { FormPage } from '../../widgets/FormPage.tsx';
import { HistoryButton } from '../../widgets/funds/HistoryButton.tsx';
import { useLostAnswer } from '../../widgets/funds/lost-answer.ts';
import { PayoutsClosed, usePayouts } from '../../widgets/funds/payouts.tsx';
import { LoadFailed } from '../../widgets/LoadFailed.tsx';
import { NavBar } from '../../widgets/NavBar.tsx';
import { OnlyReal } from '../../widgets/OnlyReal.tsx';
import amountSectionStyles from './AmountSection.module.css';
import { WithdrawForm } from './WithdrawForm.tsx';
import { WithdrawRecords } from './WithdrawRecords.tsx';

const calls = [moneyCalls.withdrawal];

/** Withdrawals to a bound address or account (R-FND-85). */
export function WithdrawScreen() {
  const { view, type = 1 } = useSearch({ strict: false });
  return (
    <OnlyReal title={t('withdraw.title')}>
      {view === 'records' ? <WithdrawRecords /> : <Withdraw key={type} type={type} />}
    </OnlyReal>
  );
}

function Withdraw({ type }: { type: PayType }) {
  const { options, other, isNone, isClosed } = usePayouts(type);
  const methods = useMethods();
  useLostAnswer(calls);
  const bar = (
    <NavBar title={t('withdraw.title')} end={<HistoryButton to="/mine/withdraw" label={t('withdraw.records')} />} />
  );
  const segments = <WaySegments type={type} />;
  if (options.data !== undefined && methods.data !== undefined && options.data.currencies.length > 0) {
    return (
      <WithdrawForm
        type={type}
        bar={bar}
        segments={segments}
        options={options.data}
        methods={methods.data}
        renew={async () => (await options.refetch()).data}
      />
    );
  }
  if (isClosed) {
    return (
      <FormPage isCanvas bar={bar}>
        <PayoutsClosed />
      </FormPage>
    );
  }
  const isOtherKnown = other.data !== undefined || other.error !== null;
  const failed = [options, methods].find(({ error, isFetching }) => error !== null && !isFetching);
  return (
    <FormPage isCanvas bar={bar}>
      {segments}
      {isNone && isOtherKnown ? (
        <Empty drawing="orders" title={t('withdraw.noWay')} text={t('withdraw.noWayText')} />
      ) : failed === undefined ? (
        <WithdrawSkeleton />
      ) : (
        <LoadFailed
          title={t('withdraw.errorTitle')}
          error={failed.error}
          onRetry={() => void Promise.all([options.refetch(), methods.refetch()])}
        />
      )}
    </FormPage>
  );
}

function WaySegments({ type }: { type: PayType }) {
  const navigate = useNavigate();
  return (
    <div className={cx(layoutStyles.gutters, layoutStyles.switchBox)}>
      <Segmented<'1' | '2'>
        label={t('withdraw.way')}
        value={type === 1 ? '1' : '2'}
        onChange={(next) =>
          void navigate({ to: '/mine/withdraw', search: { type: next === '1' ? 1 : 2 }, replace: true })
        }
        options={[
          { value: '1', label: t('funds.coin') },
          { value: '2', label: t('funds.bank') },
        ]}
      />
    </div>
  );
}

function WithdrawSkeleton() {
  return (
    <div className={layoutStyles.gutters} role="status" aria-label={t('common.loading')}>
      <section className={amountFieldStyles.card} aria-hidden="true">
        <Bone width="60%" height={18} />
        <Bone width="44%" height={34} marginTop={12} />
        <Bone height={34} marginTop={12} borderRadius={17} />
      </section>
      <div className={amountSectionStyles.sums} aria-hidden="true">
        <Bone height={18} marginBlock={5} />
        <Bone height={18} marginBlock={5} />
      </div>
      <section className={amountFieldStyles.card} aria-hidden="true">
        <Bone width="40%" height={18} />
        <Bone width="50%" height={34} marginTop={12} />
      </section>
    </div>
  );
}
