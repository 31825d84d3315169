import { codes } from '@candor/contracts/codes';
import type { PayType } from '@candor/contracts/http/funds';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { PayoutCurrency, PayoutMethod, WithdrawOptions } from '../../data/funds-records.ts';
import { useForm } from '../../form/use-form.ts';
import { balanceText } from '../../format/number-text.ts';
import { plural, t } from '../../i18n/text.ts';
import type { WithdrawFault, WithdrawFigures } from './withdraw-figures.ts';
import { calculateWithdrawal, findWithdrawFault, withdrawDecimals } from './withdraw-figures.ts';

/** The request as shown when the confirmation opened; it does not change while the user reads it. */
export interface Asked {
  readonly figures: WithdrawFigures;
  readonly currency: PayoutCurrency;
  readonly method: PayoutMethod;
  readonly memo: string;
}

function problemText(fault: WithdrawFault, currency: PayoutCurrency, available: string): string {
  switch (fault) {
    case 'empty':
      return t('withdraw.enterAmount');
    case 'malformed':
      return plural('funds.amountWrong', withdrawDecimals);
    case 'more-than-available':
      return t('withdraw.tooMuch', { amount: balanceText(available) });
    case 'below':
      return t('withdraw.below', { amount: balanceText(currency.min) });
    case 'above':
      return t('withdraw.above', { amount: balanceText(currency.max) });
    case 'nothing-left':
      return t('withdraw.nothingLeft');
  }
}

function tooMuchText(typed: string, currency: PayoutCurrency, available: string): string | null {
  const fault = findWithdrawFault(typed, currency, available);
  return fault === 'more-than-available' ? problemText(fault, currency, available) : null;
}

export interface WithdrawFormOptions {
  readonly type: PayType;
  readonly options: WithdrawOptions;
  readonly methods: readonly PayoutMethod[];
  readonly nowMs: number;
}

/** State of the form: amount, currency and destination, up to the confirmation. */
export function useWithdrawForm({ type, options, methods, nowMs }: WithdrawFormOptions) {
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const currency = options.currencies.find(({ id }) => id === search.currency) ?? options.currencies[0];
  const fitting = methods.filter((method) => method.type === type && method.currency.id === currency?.id);
  const [methodId, setMethodId] = useState<number | null>(null);
  // Unless the user has chosen one, a method that can already be paid to.
  const method =
    fitting.find(({ id }) => id === methodId) ?? fitting.find(({ usableAtMs }) => usableAtMs <= nowMs) ?? fitting[0];
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isUnbound, setUnbound] = useState(false);

  const form = useForm({
    initial: { number: '', memo: '' },
    check: ({ number }) => {
      const fault = currency === undefined ? null : findWithdrawFault(number, currency, options.available);
      return fault === null || currency === undefined
        ? {}
        : { number: problemText(fault, currency, options.available) };
    },
    send: async ({ number, memo }) => {
      const figures = currency === undefined ? null : calculateWithdrawal(number, currency);
      if (figures === null || currency === undefined) return;
      if (method === undefined) setUnbound(true);
      else setAsked({ figures, currency, method, memo: memo.trim() });
    },
    fieldOfCode: { [codes.notEnoughFunds]: 'number', [codes.amountOutOfRange]: 'number' },
  });

  return {
    form,
    currency,
    fitting,
    method,
    figures: currency === undefined ? null : calculateWithdrawal(form.values.number, currency),
    /** Reason why the typed amount cannot be requested while it is above the available one; null otherwise. */
    tooMuch: currency === undefined ? null : tooMuchText(form.values.number, currency, options.available),
    chooseMethod: setMethodId,
    chooseCurrency: (id: number) =>
      void navigate({ to: '/mine/withdraw', search: { type, currency: id }, replace: true }),
    asked,
    setAsked,
    isUnbound,
    setUnbound,
  };
}

export type WithdrawState = ReturnType<typeof useWithdrawForm>;
