import type { PayType } from '@candor/contracts/http/funds';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useBrand } from '../../data/company.ts';
import { moneyCalls, useBankCoins, useDepositAddresses } from '../../data/funds.ts';
import { t } from '../../i18n/text.ts';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import { Empty } from '../../ui/Empty.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { Segmented } from '../../ui/Segmented.tsx';
import { FormPage } from '../../widgets/FormPage.tsx';
import { HistoryButton } from '../../widgets/funds/HistoryButton.tsx';
import { useLostAnswer } from '../../widgets/funds/lost-answer.ts';
import { NavBar } from '../../widgets/NavBar.tsx';
import { OnlyReal } from '../../widgets/OnlyReal.tsx';
import { CoinDeposit } from './CoinDeposit.tsx';
import { DepositRecords } from './DepositRecords.tsx';
import { WireDeposit } from './WireDeposit.tsx';

const calls = [moneyCalls.coin, moneyCalls.wire];

/** Deposits: coins to an address of the company, or a bank transfer to one of its accounts (R-FND-80). */
export function DepositScreen() {
  const { view, type = 1 } = useSearch({ strict: false });
  return (
    <OnlyReal title={t('deposit.title')}>
      {view === 'records' ? <DepositRecords /> : <Deposit view={view} type={type} />}
    </OnlyReal>
  );
}

function Deposit({ view, type }: { view: string | undefined; type: PayType }) {
  const navigate = useNavigate();
  useLostAnswer(calls);
  const bar = (
    <NavBar title={t('deposit.title')} end={<HistoryButton to="/mine/charge" label={t('deposit.records')} />} />
  );
  const segments = (
    <div className={cx(layoutStyles.gutters, layoutStyles.switchBox)}>
      <Segmented<'1' | '2'>
        label={t('deposit.way')}
        value={type === 1 ? '1' : '2'}
        onChange={(next) =>
          void navigate({ to: '/mine/charge', search: { type: next === '1' ? 1 : 2 }, replace: true })
        }
        options={[
          { value: '1', label: t('funds.coin') },
          { value: '2', label: t('deposit.wire') },
        ]}
      />
    </div>
  );
  const company = useBrand().name;
  const addresses = useDepositAddresses(true);
  const coins = useBankCoins(true);
  if (addresses.data?.length === 0 && coins.data?.length === 0 && view !== 'report') {
    return (
      <FormPage isCanvas bar={bar}>
        <Empty
          drawing="orders"
          title={t('deposit.closed')}
          text={t('deposit.closedText', { company })}
          action={
            <Link to="/login" className={cx(buttonStyles.button, buttonStyles.primary, buttonStyles.medium)}>
              {t('login.demo')}
            </Link>
          }
        />
      </FormPage>
    );
  }
  const done = (): void => {
    void navigate({ to: '/mine/charge', search: { view: 'records', type }, replace: view === 'report' });
  };
  return type === 1 ? (
    <CoinDeposit bar={bar} segments={segments} isReporting={view === 'report'} onDone={done} />
  ) : (
    <WireDeposit bar={bar} segments={segments} onDone={done} />
  );
}
