import { useSearch } from '@tanstack/react-router';
import { t } from '../../i18n/text.ts';
import { Empty } from '../../ui/Empty.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { FieldSkeletons } from '../../widgets/FieldSkeletons.tsx';
import { FormPage } from '../../widgets/FormPage.tsx';
import { PayoutsClosed, usePayouts } from '../../widgets/funds/payouts.tsx';
import { LoadFailed } from '../../widgets/LoadFailed.tsx';
import { NavBar } from '../../widgets/NavBar.tsx';
import { OnlyReal } from '../../widgets/OnlyReal.tsx';
import { BankForm } from './BankForm.tsx';
import { CoinForm } from './CoinForm.tsx';

/** Binds a coin address (type 1) or a bank account (type 2) for withdrawals (R-FND-89). */
export function BindScreen() {
  const { type = 1 } = useSearch({ strict: false });
  const title = type === 1 ? t('bind.coinTitle') : t('bind.bankTitle');
  return (
    <OnlyReal title={title}>
      <Bind key={type} type={type} title={title} />
    </OnlyReal>
  );
}

function Bind({ type, title }: { type: 1 | 2; title: string }) {
  const { options: query, other, isNone, isClosed } = usePayouts(type);
  const bar = <NavBar title={title} />;
  const currencies = query.data?.currencies;
  if (currencies !== undefined && currencies.length > 0) {
    const Form = type === 1 ? CoinForm : BankForm;
    return <Form bar={bar} currencies={currencies} holdHours={query.data?.holdHours ?? 0} />;
  }
  return (
    <FormPage bar={bar}>
      {isClosed ? (
        <PayoutsClosed />
      ) : isNone && (other.data !== undefined || other.error !== null) ? (
        <Empty drawing="orders" title={t('withdraw.noWay')} text={t('withdraw.noWayText')} />
      ) : query.error !== null && !query.isFetching ? (
        <LoadFailed title={t('bind.errorTitle')} error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <div className={layoutStyles.gutters} role="status" aria-label={t('common.loading')}>
          <FieldSkeletons count={type === 1 ? 2 : 6} />
        </div>
      )}
    </FormPage>
  );
}
