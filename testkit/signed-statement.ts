import { createHash } from 'node:crypto';
import type { ReceiptFields, SignedReceipt } from '@candor/contracts/http/receipts';
import type { Statement } from '@candor/contracts/http/statement';
import { testSigner } from './receipt-signer.ts';

const signer = testSigner();

/** A signed statement, as its file holds it. */
export interface SignedStatement {
  readonly version: string;
  readonly hash: string;
  readonly signature: string;
  readonly key_id: string;
  readonly text: string;
}

/** Signs a statement as the key's holder could, whatever it says. */
export async function signedStatement(statement: object): Promise<SignedStatement> {
  const version = 'candor-statement-1';
  const text = JSON.stringify(statement);
  const hash = createHash('sha256').update(text).digest('hex');
  return { version, hash, signature: await signer.sign(`${version} ${hash}`), key_id: signer.key.keyId, text };
}

/** A deposit, and the fills of these receipts, all closings whole: a statement that adds up. */
export function statementOf(receipts: readonly SignedReceipt[]): Statement {
  const fields = receipts.map((receipt) => receipt.fields);
  let balance = 0n;
  const postings: Statement['postings'] = [];
  const post = (kind: string, orderId: number | null, amount: bigint) => {
    balance += amount;
    const [id, stated] = [`${postings.length + 1}-0`, { amount: text(amount), balance: text(balance) }];
    postings.push({ id, time: 1, kind, memo: kind, order_id: orderId, ...stated });
  };
  post('deposit', null, 10_000_000_000n);
  const closings = fields.filter(({ openPrice }) => openPrice !== null);
  for (const one of fields) {
    if (one.openPrice === null) post('trade-fee', one.order, -micros(one.fee));
    else {
      if (micros(one.profit) !== 0n)
        post(micros(one.profit) > 0n ? 'trade-profit' : 'trade-loss', one.order, micros(one.profit));
      if (micros(one.swap) !== 0n) post('swap', one.order, micros(one.swap));
    }
  }
  const orders = closings.map(orderOf);
  const kinds = [...new Set(postings.map(({ kind }) => kind))];
  const sum = (texts: readonly string[]) => text(texts.reduce((all, one) => all + micros(one), 0n));
  const sumOf = (part: 'before_costs' | 'spread' | 'gross' | 'fee' | 'swap' | 'net') =>
    sum(orders.map((order) => order[part]));
  return {
    ...{ company: 'Test', uid: '1', is_demo: false, currency: 'USD', from: '2026-11-01', to: '2026-11-30' },
    ...{ zone: 'UTC', made_at: 1, opening_balance: '0.000000', closing_balance: text(balance) },
    postings_total: text(balance),
    totals: kinds.map((kind) => {
      const own = postings.filter((posting) => posting.kind === kind);
      return { kind, memo: kind, count: own.length, amount: sum(own.map(({ amount }) => amount)) };
    }),
    orders_total: {
      before_costs: sumOf('before_costs'),
      spread: sumOf('spread'),
      gross: sumOf('gross'),
      fee: sumOf('fee'),
      swap: sumOf('swap'),
      net: sumOf('net'),
    },
    postings,
    orders,
  };
}

function orderOf(receipt: ReceiptFields): Statement['orders'][number] {
  const { order, instrument, side, lots, profit, swap, price, openPrice, time } = receipt;
  const [spread, fee] = [-1_000_000n, -2_000_000n];
  return {
    before_costs: text(micros(profit) - spread),
    spread: text(spread),
    gross: profit,
    fee: text(fee),
    swap,
    net: text(micros(profit) + fee + micros(swap)),
    ...{ id: order, instrument, side, lots, opened_at: 1, closed_at: time },
    ...{ open_price: openPrice ?? '', close_price: price },
  };
}

function micros(amount: string): bigint {
  return BigInt(amount.replace('.', ''));
}

function text(amount: bigint): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(7, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`;
}
