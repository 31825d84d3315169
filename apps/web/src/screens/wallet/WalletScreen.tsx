import type { PayType } from '@candor/contracts/http/funds';
import { useMethods, useWithdrawOptions } from '../../data/funds.ts';
import { t } from '../../i18n/text.ts';
import { cx } from '../../ui/class-names.ts';
import layoutStyles from '../../ui/layout.module.css';
import { PullToRefresh } from '../../ui/PullToRefresh.tsx';
import selectRowStyles from '../../ui/SelectRow.module.css';
import { Bone } from '../../ui/Skeleton.tsx';
import { PayoutsClosed } from '../../widgets/funds/payouts.tsx';
import { StepUpSheet } from '../../widgets/identity/StepUpSheet.tsx';
import { useStepUp } from '../../widgets/identity/step-up.ts';
import { LoadFailed } from '../../widgets/LoadFailed.tsx';
import { NavBar } from '../../widgets/NavBar.tsx';
import { OnlyReal } from '../../widgets/OnlyReal.tsx';
import { MethodGroup } from './MethodGroup.tsx';
import styles from './Wallet.module.css';

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
  const coin = useWithdrawOptions(1).data?.currencies;
  const bank = useWithdrawOptions(2).data?.currencies;
  const canBind = (type: PayType): boolean => (type === 1 ? coin : bank)?.length !== 0;
  const isClosed = !canBind(1) && !canBind(2);
  const hasFailed = methods === undefined && error !== null && !query.isFetching;
  return (
    <PullToRefresh
      className={cx(layoutStyles.screen, layoutStyles.canvas, layoutStyles.fadeIn)}
      onRefresh={() => query.refetch()}
      header={<NavBar title={title} />}
    >
      <div className={cx(layoutStyles.page, styles.wallet)}>
        {hasFailed ? (
          <LoadFailed title={t('wallet.errorTitle')} error={error} onRetry={() => void query.refetch()} />
        ) : isClosed && methods?.length === 0 ? (
          <PayoutsClosed />
        ) : (
          types.map((type) => (
            <div key={type}>
              {types.length > 1 ? (
                <h2 className={cx(layoutStyles.sectionTitle, styles.title)}>
                  {type === 1 ? t('wallet.coins') : t('wallet.banks')}
                </h2>
              ) : null}
              <div className={layoutStyles.gutters}>
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
    <div role="status" aria-label={t('common.loading')}>
      {[0, 1].map((index) => (
        <div key={index} className={cx(selectRowStyles.row, styles.method)} data-part="select-row" aria-hidden="true">
          <Bone isCircle width={40} height={40} />
          <span className={layoutStyles.grow}>
            <Bone width={150} height={16} />
            <Bone width={100} height={12} marginTop={8} />
          </span>
        </div>
      ))}
    </div>
  );
}
