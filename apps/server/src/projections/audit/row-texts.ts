import { type FundsRequest, isFinished } from '@candor/domain/engine/funds/funds-request';
import type { OrderRecord } from '@candor/domain/engine/order';
import type { Posting } from '../../ports/projection.ts';
import { encode } from '../../trading/codec.ts';

// Rows as one text each: all columns that are folded from the journal, separated by spaces; nothing for null.

export function postingText({ ledgerKey, kind, amount, atMs, orderId, fundsId }: Posting, balance: bigint): string {
  return [ledgerKey, kind, amount, balance, atMs, orderId ?? '', fundsId ?? ''].join(' ');
}

export function orderText(order: OrderRecord): string {
  const { accountId, instrumentId, status, profit, placedAtMs, endedAtMs } = order;
  return [accountId, instrumentId, status, profit, placedAtMs, endedAtMs ?? '', encode(order)].join(' ');
}

export function fundsText(funds: FundsRequest): string {
  const { accountId, kind, status, requestedAtMs, sinceMs } = funds;
  const method = funds.kind === 'correction' ? '' : funds.method;
  const amount = funds.kind === 'deposit' ? funds.credit : funds.amount;
  const fee = funds.kind === 'withdrawal' ? funds.fee : 0n;
  const finished = isFinished(funds) ? sinceMs : '';
  return [accountId, kind, status, method, amount, fee, requestedAtMs, sinceMs, finished, encode(funds)].join(' ');
}
