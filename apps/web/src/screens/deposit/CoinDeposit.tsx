import type { DepositAddressOption } from '@candor/contracts/http/funds';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { reportCoins, useDepositAddresses } from '../../data/funds.ts';
import { paymentScale } from '../../format/funds-text.ts';
import { t } from '../../i18n/text.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { FormPage } from '../../widgets/FormPage.tsx';
import { LoadFailed } from '../../widgets/LoadFailed.tsx';
import { usePictureUpload } from '../../widgets/pictures/picture-upload.ts';
import { AddressCard } from './AddressCard.tsx';
import { AddressChips } from './AddressChips.tsx';
import { CoinReport } from './CoinReport.tsx';
import { CoinSkeleton } from './DepositSkeletons.tsx';
import { SubmitDeposit } from './SubmitDeposit.tsx';
import { useDepositForm } from './use-deposit-form.ts';

export interface DepositWayProps {
  readonly bar: ReactNode;
  readonly segments: ReactNode;
  readonly onDone: () => void;
}

/** Where to send a coin, then what was sent. The second is a place of its own in the history: back leads to the first. */
export function CoinDeposit({ bar, segments, isReporting, onDone }: DepositWayProps & { isReporting: boolean }) {
  const query = useDepositAddresses(true);
  const options = query.data;
  if (options !== undefined && options.length > 0) {
    return (
      <CoinForm
        bar={bar}
        segments={segments}
        isReporting={isReporting}
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
  readonly options: readonly DepositAddressOption[];
  readonly renew: () => Promise<unknown>;
}

function CoinForm({ bar, segments, isReporting, options, renew, onDone }: CoinFormProps) {
  const navigate = useNavigate();
  const [chosenId, choose] = useState<number | null>(null);
  const option = options.find(({ id }) => id === chosenId) ?? options[0];
  const proof = usePictureUpload('proof');
  const form = useDepositForm({
    option,
    decimals: paymentScale,
    needsProof: option?.is_watched === false,
    proof,
    report: (paid, number, proofId, tx) => reportCoins({ number, option: paid, proofId, tx }),
    renew,
    onDone,
  });
  if (option === undefined) return null;
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
          <div className="pad" style={{ marginTop: 12 }}>
            <AddressCard option={option} />
            <div style={{ marginTop: 12 }}>
              <NetworkWarning option={option} />
            </div>
          </div>
          <h2 className="sec">{t('deposit.afterSending')}</h2>
          <div className="pad" style={{ paddingBottom: 16 }}>
            <button
              type="button"
              className="amount-door"
              onClick={() => void navigate({ to: '/mine/charge', search: { view: 'report' } })}
            >
              <span className="grow num">
                {form.values.number === '' ? t('deposit.amountSent') : form.values.number}
              </span>
              <span>{option.currency_code}</span>
            </button>
          </div>
        </>
      )}
    </FormPage>
  );
}

/** Where the bold words go in a sentence of any language. */
const hole = '\n';

function NetworkWarning({ option }: { option: DepositAddressOption }) {
  const words = [option.currency_code, option.protocol_code];
  return (
    <Banner kind="warn">
      {t('deposit.networkWarning', { code: hole, network: hole })
        .split(hole)
        .flatMap((part, index) => [part, <b key={part}>{words[index]}</b>])}
    </Banner>
  );
}
