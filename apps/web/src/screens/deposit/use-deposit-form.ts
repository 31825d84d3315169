import { codes } from '@candor/contracts/codes';
import { useState } from 'react';
import { CallError } from '../../data/client.ts';
import type { MoneySent } from '../../data/money.ts';
import { useForm } from '../../form/use-form.ts';
import { paymentText, typedAmount } from '../../format/funds-text.ts';
import { plural, t } from '../../i18n/text.ts';
import { showToast } from '../../ui/toast.ts';
import { isRateChanged, isUnknownOutcome, toastSent } from '../../widgets/funds/lost-answer.ts';
import type { PictureSlot } from '../../widgets/pictures/picture-upload.ts';
import type { DepositTerms } from './deposit-figures.ts';
import { findDepositFault } from './deposit-figures.ts';

type PayOption = DepositTerms & { readonly currencyCode: string };

export interface DepositFormOptions<Option extends PayOption> {
  /** Undefined if no deposit method is offered. */
  readonly option: Option | undefined;
  readonly decimals: number;
  readonly needsProof: boolean;
  readonly proof: PictureSlot;
  /** Sends the report: amount in wire form, proof id or empty, transaction id or empty. */
  readonly report: (option: Option, number: string, proofId: string, tx: string) => Promise<MoneySent>;
  /** Reloads the options and their rates. */
  readonly renew: () => Promise<unknown>;
  readonly onDone: () => void;
}

/**
 * Form of one deposit: amount and proof, reported once. A changed rate is shown before the report is sent again
 * (R-FND-83).
 */
export function useDepositForm<Option extends PayOption>(options: DepositFormOptions<Option>) {
  const { option, decimals, proof, needsProof } = options;
  const [isRateNew, setRateNew] = useState(false);

  function problemOf(number: string): string | undefined {
    if (option === undefined) return undefined;
    switch (findDepositFault(number, option, decimals)) {
      case 'empty':
      case 'zero':
        return t('deposit.enterAmount');
      case 'malformed':
        return plural('funds.amountWrong', decimals);
      case 'below':
        return t('deposit.below', {
          amount: paymentText(option.min, option.currencyCode),
          code: option.currencyCode,
        });
      case null:
        return undefined;
    }
  }

  async function send(values: { readonly number: string; readonly tx: string }): Promise<void> {
    if (option === undefined) return showToast('warn', t('deposit.noPayWay'));
    const number = typedAmount(values.number, decimals);
    if (number === null || (needsProof && proof.picture.phase !== 'done')) return;
    setRateNew(false);
    try {
      const proofId = proof.picture.phase === 'done' ? proof.picture.id : '';
      toastSent(await options.report(option, number, proofId, values.tx.trim()), t('deposit.sent'));
      options.onDone();
    } catch (error) {
      if (isUnknownOutcome(error)) return;
      if (isCode(error, [codes.rateChanged, codes.payWayUnknown])) await options.renew();
      if (isCode(error, [codes.uploadNotFound])) proof.clear();
      if (!isRateChanged(error)) throw error;
      setRateNew(true);
    }
  }

  const form = useForm({
    initial: { number: '', tx: '' },
    check: ({ number }) => {
      const problem = problemOf(number);
      return problem === undefined ? {} : { number: problem };
    },
    send,
    fieldOfCode: {
      [codes.amountOutOfRange]: 'number',
      [codes.depositKnown]: 'tx',
      [codes.tooManyClaims]: 'tx',
      [codes.tooManyRivalClaims]: 'tx',
    },
  });
  const isReady =
    option !== undefined &&
    problemOf(form.values.number) === undefined &&
    (!needsProof || proof.picture.phase === 'done');
  return { ...form, isReady, isRateNew };
}

export type DepositForm = ReturnType<typeof useDepositForm>;

function isCode(error: unknown, wanted: readonly (number | string)[]): boolean {
  return error instanceof CallError && wanted.includes(error.code);
}
