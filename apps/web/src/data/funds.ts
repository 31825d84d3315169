import type { BillingEntry as WireBillingEntry } from '@candor/contracts/http/account';
import type { FundsPage, PayType } from '@candor/contracts/http/funds';
import { skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { currentLanguage } from '../i18n/text.ts';
import { isDemo, useSession } from '../session/session-store.ts';
import { api, money, secretIntents } from './api.ts';
import { balanceChange } from './balance-change.ts';
import {
  type DepositAccount,
  type DepositAddress,
  fromNewMethod,
  type NewMethod,
  toDeposit,
  toDepositAccount,
  toDepositAddress,
  toPayoutClock,
  toPayoutMethod,
  toWithdrawal,
  toWithdrawOptions,
} from './funds-records.ts';
import type { MoneySent } from './money.ts';
import { withoutNotice } from './notices.ts';
import { queryClient } from './queries.ts';

/** Refresh interval of lists that change through operators, while they are on screen. */
const refreshMs = 15_000;

/** Part of the query keys, so that the next user of the device does not see the data of this one. */
function useOwner() {
  const user = useSession((session) => session.user);
  return { userId: user?.id, isReal: user !== null && !isDemo(user) };
}

const nextPage = (last: FundsPage<unknown>, pages: readonly FundsPage<unknown>[]): number | undefined => {
  const loaded = pages.reduce((sum, page) => sum + page.data.length, 0);
  return loaded < last.total && last.data.length > 0 ? pages.length + 1 : undefined;
};

/** Addresses that coins are sent to, with their rates. */
export function useDepositAddresses(isWanted: boolean) {
  const { userId, isReal } = useOwner();
  return useQuery({
    queryKey: ['funds', userId, 'addresses'],
    queryFn: async ({ signal }) => (await api.call('depositAddresses', {}, { signal })).map(toDepositAddress),
    enabled: isReal && isWanted,
  });
}

/** Currencies that bank deposits are taken in. */
export function useBankCoins(isWanted: boolean) {
  const { userId, isReal } = useOwner();
  return useQuery({
    queryKey: ['funds', userId, 'bank-coins'],
    queryFn: ({ signal }) => api.call('bankCoins', {}, { signal }),
    enabled: isReal && isWanted,
  });
}

/** The company's bank accounts in one currency. */
export function useWireOptions(bankCoin: number | undefined) {
  const { userId, isReal } = useOwner();
  return useQuery({
    queryKey: ['funds', userId, 'wires', bankCoin],
    queryFn:
      bankCoin === undefined
        ? skipToken
        : async ({ signal }) =>
            (await api.call('wireOptions', { bank_coin: bankCoin }, { signal })).map(toDepositAccount),
    enabled: isReal,
  });
}

/** Deposits, newest first: 0 by coin, 1 by bank. */
export function useDeposits(type: 0 | 1) {
  const { userId, isReal } = useOwner();
  return useInfiniteQuery({
    queryKey: ['funds', userId, 'deposits', type],
    queryFn: async ({ pageParam, signal }) => {
      const { data, total } = await api.call('deposits', { type, page: pageParam }, { signal });
      return { data: data.map(toDeposit), total };
    },
    initialPageParam: 1,
    getNextPageParam: nextPage,
    enabled: isReal,
    refetchInterval: refreshMs,
  });
}

/** Payout currencies, the available amount, and any obstacle. */
export function useWithdrawOptions(type: PayType, isWanted = true) {
  const { userId, isReal } = useOwner();
  return useQuery({
    queryKey: ['funds', userId, 'withdraw-options', type],
    queryFn: async ({ signal }) => toWithdrawOptions(await api.call('withdrawOptions', { type }, { signal })),
    enabled: isReal && isWanted,
    refetchInterval: refreshMs,
  });
}

/** Withdrawals, newest first, with the typical payout time of the company. */
export function useWithdrawals(type: PayType) {
  const { userId, isReal } = useOwner();
  return useInfiniteQuery({
    queryKey: ['funds', userId, 'withdrawals', type, currentLanguage()],
    queryFn: async ({ pageParam, signal }) => {
      const { data, total, clock } = await api.call('withdrawals', { type, page: pageParam }, { signal });
      return { data: data.map(toWithdrawal), total, clock: toPayoutClock(clock) };
    },
    initialPageParam: 1,
    getNextPageParam: nextPage,
    enabled: isReal,
    refetchInterval: refreshMs,
  });
}

/** Payout methods of the user. */
export function useMethods() {
  const { userId, isReal } = useOwner();
  return useQuery({
    queryKey: ['funds', userId, 'methods'],
    queryFn: async ({ signal }) => (await api.call('methods', {}, { signal })).map(toPayoutMethod),
    enabled: isReal,
  });
}

/** One change of the balance. */
export interface BillingEntry {
  readonly id: string;
  readonly timeMs: number;
  /** The reason for it, in the reader's language. */
  readonly memo: string;
  /** Signed, in the account currency. */
  readonly amount: string;
  /** The balance after it. */
  readonly balance: string;
}

function toBillingEntry(wire: WireBillingEntry): BillingEntry {
  return {
    id: wire.Id,
    timeMs: wire.CreatedAtTran,
    memo: wire.MemoTran,
    amount: wire.Value,
    balance: wire.Balance,
  };
}

/** Changes of the balance, newest first, of real and demo accounts (R-LED-11). */
export function useBilling() {
  const { userId } = useOwner();
  return useInfiniteQuery({
    queryKey: ['funds', userId, 'billing', currentLanguage()],
    queryFn: async ({ pageParam, signal }): Promise<FundsPage<BillingEntry>> => {
      const page = { page: pageParam };
      const { data, total } = await api.call('billing', page, { signal });
      return { data: data.map(toBillingEntry), total };
    },
    initialPageParam: 1,
    getNextPageParam: nextPage,
    enabled: userId !== undefined,
  });
}

/** Balance before and after the postings of an order that has just closed, from the ledger; null if they are not there. */
export function useBalanceChange({ id, endedAtMs }: { readonly id: number; readonly endedAtMs: number | null }) {
  const { userId } = useOwner();
  return useQuery({
    queryKey: ['funds', userId, 'balance-change', id],
    queryFn: async ({ signal }) => {
      const { data } = await api.call('billing', { page: 1 }, { signal });
      return balanceChange(data, { id, endedAtMs });
    },
    enabled: userId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The balance, and the part that withdrawals in progress hold. */
export function useAccountDetail() {
  const { userId } = useOwner();
  return useQuery({
    queryKey: ['funds', userId, 'detail'],
    queryFn: async ({ signal }) => {
      const detail = await api.call('accountDetail', {}, { signal });
      return { balance: detail.balance, locked: detail.lock_balance };
    },
    enabled: userId !== undefined,
  });
}

/** Reloads all queries about money; called after every change. */
export async function refreshFunds(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['funds'] });
}

/** Call of each movement of money, by which a lost answer is asked for. */
export const moneyCalls = { coin: 'reportCoins', wire: 'reportWire', withdrawal: 'requestWithdrawal' } as const;

export interface CoinReport {
  readonly number: string;
  readonly option: DepositAddress;
  /** Empty where the option is watched. */
  readonly proofId: string;
  readonly tx: string;
}

/** Reports coins as sent, once per press. */
export async function reportCoins({ number, option, proofId, tx }: CoinReport): Promise<MoneySent> {
  const fields = { number, proofImg: proofId, address: option.address, charge_id: option.id, tx };
  const sent = await money.send(moneyCalls.coin, fields, { usd_price: option.perUsd });
  void refreshFunds();
  return sent;
}

export async function reportWire(number: string, option: DepositAccount, proofId: string): Promise<MoneySent> {
  const fields = { number, proofImg: proofId, wire_id: option.id };
  const sent = await money.send(moneyCalls.wire, fields, { usd_price: option.perUsd });
  void refreshFunds();
  return sent;
}

export interface WithdrawalRequest {
  readonly number: string;
  readonly methodId: number;
  readonly currencyId: number;
  readonly memo: string;
  /** Fee as shown to the user. */
  readonly fee: string;
  readonly perUsd: string;
}

export async function requestWithdrawal(asked: WithdrawalRequest): Promise<MoneySent> {
  const { number, memo, currencyId, methodId, fee, perUsd } = asked;
  const fields = { draw_currency_id: currencyId, number, memo, draw_method_id: methodId };
  const sent = await withoutNotice(money.send(moneyCalls.withdrawal, fields, { fee, usd_price: perUsd }));
  void refreshFunds();
  return sent;
}

export async function cancelWithdrawal(id: number): Promise<void> {
  try {
    await money.send('cancelWithdrawal', { id });
  } finally {
    await refreshFunds();
  }
}

export async function bindMethod(type: PayType, currencyId: number, method: NewMethod): Promise<void> {
  await secretIntents.send(api, 'bindMethod', { draw_id: currencyId, type, ...fromNewMethod(method) });
  await refreshFunds();
}

export async function removeMethod(id: number): Promise<void> {
  await secretIntents.send(api, 'removeMethod', { id });
  await refreshFunds();
}
