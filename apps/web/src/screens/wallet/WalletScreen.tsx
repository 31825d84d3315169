import type { PayType } from '@candor/contracts/http/funds';
import { useMethods, useWithdrawOptions } from '../../data/funds.ts';
import { t } from '../../i18n/text.ts';
import { PullToRefresh } from '../../ui/PullToRefresh.tsx';
import { PayoutsClosed } from '../../widgets/funds/PayoutsClosed.tsx';
import { StepUpSheet } from '../../widgets/identity/StepUpSheet.tsx';
import { useStepUp } from '../../widgets/identity/step-up.ts';
import { LoadFailed } from '../../widgets/LoadFailed.tsx';
import { NavBar } from '../../widgets/NavBar.tsx';
import { OnlyReal } from '../../widgets/OnlyReal.tsx';
import { MethodGroup } from './MethodGroup.tsx';

const both: readonly PayType[] = [1, 2];
const coins: readonly PayType[] = [1];
const banks: readonly PayType[] = [2];

/** Coin addresses and bank accounts for withdrawals (R-FND-90). */
export function WalletScreen() {
  return <Wallet title={t('user.wallet')} types={both} />;
}

export function BankCardsScreen() {
  return <Wallet title={t('wallet.banks')} types={banks} />;
}

export function CoinAddressesScreen() {
  return <Wallet title={t('wallet.coins')} types={coins} />;
}

function Wallet({ title, types }: { title: string; types: readonly PayType[] }) {
  return (
    <OnlyReal title={title}>
      <Methods title={title} types={types} />
    </OnlyReal>
  );
}

function Methods({ title, types }: { title: string; types: readonly PayType[] }) {
  const query = useMethods();
  const stepUp = useStepUp();
  const { data: methods, error } = query;
  const coin = useWithdrawOptions(1).data?.data;
  const bank = useWithdrawOptions(2).data?.data;
  const canBind = (type: PayType): boolean => (type === 1 ? coin : bank)?.length !== 0;
  const isClosed = !canBind(1) && !canBind(2);
  const hasFailed = methods === undefined && error !== null && !query.isFetching;
  return (
    <PullToRefresh
      className="scr scr--canvas fade-in"
      onRefresh={() => query.refetch()}
      header={<NavBar title={title} />}
    >
      <div className="page wallet">
        {hasFailed ? (
          <LoadFailed title={t('wallet.errorTitle')} error={error} onRetry={() => void query.refetch()} />
        ) : isClosed && methods?.length === 0 ? (
          <PayoutsClosed />
        ) : (
          types.map((type) => (
            <div key={type}>
              {types.length > 1 ? <h2 className="sec">{type === 1 ? t('wallet.coins') : t('wallet.banks')}</h2> : null}
              <div className="pad">
                {methods === undefined ? (
                  <Skeleton />
                ) : (
                  <MethodGroup type={type} methods={methods} canBind={canBind(type)} guard={stepUp.guard} />
                )}
              </div>
            </div>
          ))
        )}
      </div>
      {stepUp.asked === null ? null : (
        <StepUpSheet asked={stepUp.asked} onProved={stepUp.proved} onClose={stepUp.giveUp} />
      )}
    </PullToRefresh>
  );
}

function Skeleton() {
  return (
    <div role="status" aria-label={t('common.loading')} className="methods">
      {[0, 1].map((index) => (
        <div key={index} className="selrow" aria-hidden="true">
          <i className="sk sk--c" style={{ width: 40, height: 40 }} />
          <span className="grow">
            <i className="sk" style={{ width: 150, height: 16 }} />
            <i className="sk" style={{ width: 100, height: 12, marginTop: 8 }} />
          </span>
        </div>
      ))}
    </div>
  );
}
