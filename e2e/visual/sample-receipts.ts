import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import type { ReceiptFields, ReceiptKeys, SignedReceipt } from '@candor/contracts/http/receipts';
import type { Order } from '@candor/contracts/http/trade';

const pkcs8OfSeed = Buffer.from('302e020100300506032b657004220420', 'hex');
const key = createPrivateKey({
  key: Buffer.concat([pkcs8OfSeed, Buffer.alloc(32, 7)]),
  format: 'der',
  type: 'pkcs8',
});
const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);
const keyId = createHash('sha256').update(publicKey).digest('hex').slice(0, 16);

/** Published keys of the samples. */
export const sampleReceiptKeys: ReceiptKeys = {
  keys: [{ key_id: keyId, algorithm: 'Ed25519', public_key: publicKey.toString('hex') }],
};

/** Returns the receipts of an order, signed by the samples' key; `closing` are fields of its close that differ. */
export function sampleReceipts(order: Order, closing: Partial<ReceiptFields> = {}): SignedReceipt[] {
  return order.ReceiptIds.map((id, at) => {
    const isClose = id.endsWith('-close');
    const fields: ReceiptFields = {
      version: 'candor-receipt-1',
      id,
      company: 1,
      realm: 'real',
      account: 'sample',
      number: at + 1,
      previous: '0'.repeat(64),
      order: order.Id,
      opening: `${order.Id}-open`,
      instrument: order.ForexTradeLists.ShowCode,
      side: order.OrderType === 1 ? 'buy' : 'sell',
      kind: 'market',
      lots: order.Quantity,
      leverage: order.Multiple,
      rule: isClose ? 'user-close' : 'market-open',
      level: null,
      quote: null,
      price: isClose ? order.UpdatePrice : order.Price,
      openPrice: isClose ? order.Price : null,
      rate: null,
      contract: {
        digits: 5,
        unitsPerLot: '100000',
        marginMode: 'leverage',
        marginPerLot: '0.000000',
        feeType: 'per-lot',
        feeRate: '7.00000000',
      },
      margin: isClose ? '0.000000' : order.CautionMoney,
      fee: isClose ? '0.000000' : order.TradeFee,
      profit: isClose ? order.FactProfits : '0.000000',
      swap: order.Swap,
      time: order.CreateTimeHandler,
      ...(isClose ? closing : {}),
    };
    const text = JSON.stringify(fields);
    const bytes = Buffer.from(text);
    const hash = createHash('sha256').update(bytes).digest('hex');
    return { id, text, hash, signature: sign(null, bytes, key).toString('hex'), key_id: keyId, fields };
  });
}
