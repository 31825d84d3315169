import { paymentScale } from '@candor/domain/calc/funds';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { reportCoins, useDepositAddresses } from '../../data/funds.ts';
import type { DepositAddress } from '../../data/funds-records.ts';
import { t } from '../../i18n/text.ts';
import { cx } from '../../ui/class-names.ts';
import { Empty } from '../../ui/Empty.tsx';
import figuresStyles from '../../ui/Figures.module.css';
import layoutStyles from '../../ui/layout.module.css';
import { FormPage } from '../../widgets/FormPage.tsx';
import { LoadFailed } from '../../widgets/LoadFailed.tsx';
import { usePictureUpload } from '../../widgets/pictures/picture-upload.ts';
import { AddressCard } from './AddressCard.tsx';
import { AddressChips } from './AddressChips.tsx';
import { CoinReport } from './CoinReport.tsx';
import styles from './Deposit.module.css';
import { CoinSkeleton } from './DepositSkeletons.tsx';
import { findChosen } from './deposit-figures.ts';
import { NetworkWarning } from './NetworkWarning.tsx';
import { SubmitDeposit } from './SubmitDeposit.tsx';
import { useDepositForm } from './use-deposit-form.ts';

export interface DepositWayProps {
  readonly bar: ReactNode;
  readonly segments: ReactNode;
  readonly onDone: () => void;
}

/**
 * Deposit by coin in two steps: the address, then the report of what was sent. The second step has its own history
 * entry, so Back returns to the first.
 */
export function CoinDeposit({ bar, segments, isReporting, onDone }: DepositWayProps & { isReporting: boolean }) {
  const query = useDepositAddresses(true);
  const options = query.data;
  const first = options?.[0];
  if (options !== undefined && first !== undefined) {
    return (
      <CoinForm
        bar={bar}
        segments={segments}
        isReporting={isReporting}
        first={first}
        options={options}
        renew={() => query.refetch()}
        onDone={onDone}
      />
    );
  }
  return (
    <FormPage isCanvas bar={bar}>
      {segments}
      {options !== undefined ? (
        <Empty drawing="orders" title={t('deposit.noPayWay')} text={t('deposit.noPayWayText')} />
      ) : query.error !== null && !query.isFetching ? (
        <LoadFailed title={t('deposit.errorTitle')} error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <CoinSkeleton />
      )}
    </FormPage>
  );
}

interface CoinFormProps extends DepositWayProps {
  readonly isReporting: boolean;
  readonly options: readonly DepositAddress[];
  readonly first: DepositAddress;
  readonly renew: () => Promise<unknown>;
}

function CoinForm({ bar, segments, isReporting, options, first, renew, onDone }: CoinFormProps) {
  const navigate = useNavigate();
  const [chosen, choose] = useState(first);
  // An address that is no longer offered can still be reported: the server accepts it for a while.
  const option = findChosen(options, chosen, ({ address }) => address) ?? (isReporting ? chosen : first);
  const proof = usePictureUpload('proof');
  const form = useDepositForm({
    option,
    decimals: paymentScale,
    needsProof: !option.isWatched,
    proof,
    report: (paid, number, proofId, tx) => reportCoins({ number, option: paid, proofId, tx }),
    renew,
    onDone,
  });
  return (
    <FormPage
      key={isReporting ? 'report' : 'address'}
      isCanvas
      bar={bar}
      form={form.form}
      foot={<SubmitDeposit form={form} proof={proof} />}
    >
      {isReporting ? (
        <CoinReport option={option} form={form} proof={proof} />
      ) : (
        <>
          {segments}
          <AddressChips options={options} chosen={option} onChoose={choose} />
          <div className={cx(layoutStyles.gutters, styles.below)}>
            <AddressCard option={option} />
            <div className={styles.below}>
              <NetworkWarning option={option} />
            </div>
          </div>
          <h2 className={layoutStyles.sectionTitle}>{t('deposit.afterSending')}</h2>
          <div className={cx(layoutStyles.gutters, styles.actions)}>
            <button
              type="button"
              className={styles.amountButton}
              onClick={() => {
                choose(option);
                void navigate({ to: '/mine/charge', search: { view: 'report' } });
              }}
            >
              <span className={cx(layoutStyles.grow, figuresStyles.number, styles.typed)}>
                {form.values.number === '' ? t('deposit.amountSent') : form.values.number}
              </span>
              <span>{option.currencyCode}</span>
            </button>
          </div>
        </>
      )}
    </FormPage>
  );
}
