import type { BankCoin } from '@candor/contracts/http/funds';
import { useState } from 'react';
import { reportWire, useBankCoins, useWireOptions } from '../../data/funds.ts';
import type { DepositAccount } from '../../data/funds-records.ts';
import { t } from '../../i18n/text.ts';
import amountFieldStyles from '../../ui/AmountField.module.css';
import { AmountField } from '../../ui/AmountField.tsx';
import chipsStyles from '../../ui/Chips.module.css';
import { cx } from '../../ui/class-names.ts';
import { Empty } from '../../ui/Empty.tsx';
import { CurrencyLogo } from '../../ui/Logo.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { FormPage } from '../../widgets/FormPage.tsx';
import { CurrencyTag } from '../../widgets/funds/CurrencyTag.tsx';
import { LoadFailed } from '../../widgets/LoadFailed.tsx';
import { usePictureUpload } from '../../widgets/pictures/picture-upload.ts';
import addressChipsStyles from './AddressChips.module.css';
import type { DepositWayProps } from './CoinDeposit.tsx';
import { Credit } from './Credit.tsx';
import styles from './Deposit.module.css';
import { WireSkeleton } from './DepositSkeletons.tsx';
import { findChosen } from './deposit-figures.ts';
import { ProofTile } from './ProofTile.tsx';
import { NextSteps, SubmitDeposit } from './SubmitDeposit.tsx';
import { useDepositForm } from './use-deposit-form.ts';
import { WireDetails } from './WireDetails.tsx';

/** Decimals of bank transfers. */
const wireDecimals = 2;

/** Deposit by bank transfer to one of the company's accounts, by currency. */
export function WireDeposit({ bar, segments, onDone }: DepositWayProps) {
  const coins = useBankCoins(true);
  const [coinId, setCoinId] = useState<number | null>(null);
  const coin = coins.data?.find(({ id }) => id === coinId) ?? coins.data?.[0];
  const wires = useWireOptions(coin?.id);
  const failed = [coins, wires].find(({ error, isFetching }) => error !== null && !isFetching);
  const chips = coins.data === undefined ? null : <CoinChips coins={coins.data} chosen={coin} onChoose={setCoinId} />;
  const first = wires.data?.[0];
  if (wires.data !== undefined && first !== undefined) {
    return (
      <FormOfWire
        key={coin?.id}
        bar={bar}
        segments={
          <>
            {segments}
            {chips}
          </>
        }
        first={first}
        options={wires.data}
        renew={() => wires.refetch()}
        onDone={onDone}
      />
    );
  }
  const isNone = coins.data?.length === 0 || wires.data !== undefined;
  return (
    <FormPage isCanvas bar={bar}>
      {segments}
      {chips}
      {isNone ? (
        <Empty drawing="orders" title={t('deposit.noPayWay')} text={t('deposit.noPayWayText')} />
      ) : failed === undefined ? (
        <WireSkeleton />
      ) : (
        <LoadFailed title={t('deposit.errorTitle')} error={failed.error} onRetry={() => void failed.refetch()} />
      )}
    </FormPage>
  );
}

interface CoinChipsProps {
  readonly coins: readonly BankCoin[];
  readonly chosen: BankCoin | undefined;
  readonly onChoose: (id: number) => void;
}

function CoinChips({ coins, chosen, onChoose }: CoinChipsProps) {
  return (
    <div className={cx(chipsStyles.chips, chipsStyles.onCanvas)} role="group" aria-label={t('funds.currency')}>
      {coins.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          className={cx(
            chipsStyles.chip,
            chipsStyles.plain,
            chipsStyles.withFlag,
            id === chosen?.id && chipsStyles.selected,
          )}
          aria-pressed={id === chosen?.id}
          onClick={() => onChoose(id)}
        >
          <CurrencyLogo code={name} size={20} />
          {name}
        </button>
      ))}
    </div>
  );
}

interface FormOfWireProps extends DepositWayProps {
  readonly options: readonly DepositAccount[];
  readonly first: DepositAccount;
  readonly renew: () => Promise<unknown>;
}

function FormOfWire({ bar, segments, options, first, renew, onDone }: FormOfWireProps) {
  const [chosen, choose] = useState(first);
  const option = findChosen(options, chosen, ({ payeeAccount }) => payeeAccount) ?? first;
  const proof = usePictureUpload('proof');
  const form = useDepositForm({
    option,
    decimals: wireDecimals,
    needsProof: true,
    proof,
    report: (paid, number, proofId) => reportWire(number, paid, proofId),
    renew,
    onDone,
  });
  const code = option.currencyCode;
  return (
    <FormPage isCanvas bar={bar} form={form.form} foot={<SubmitDeposit form={form} proof={proof} />}>
      {segments}
      {options.length > 1 ? (
        <div
          className={cx(addressChipsStyles.options, styles.accounts)}
          data-part="options"
          role="group"
          aria-label={t('deposit.accounts')}
        >
          {options.map((one) => (
            <button
              key={one.id}
              type="button"
              className={cx(addressChipsStyles.option, one.id === option.id && addressChipsStyles.selected)}
              aria-pressed={one.id === option.id}
              onClick={() => choose(one)}
            >
              <b>{one.bankName}</b>
            </button>
          ))}
        </div>
      ) : null}
      <WireDetails option={option} />
      <h2 className={layoutStyles.sectionTitle}>{t('deposit.amount')}</h2>
      <div className={layoutStyles.gutters}>
        <div className={amountFieldStyles.card}>
          <AmountField
            {...form.field('number')}
            label={t('deposit.amount')}
            decimals={wireDecimals}
            unit={<CurrencyTag code={code} />}
          />
          <Credit
            typed={form.values.number}
            terms={option}
            code={code}
            decimals={wireDecimals}
            isNew={form.isRateNew}
          />
        </div>
      </div>
      <ProofTile slot={proof} isLocked={form.isBusy} />
      <NextSteps />
    </FormPage>
  );
}
