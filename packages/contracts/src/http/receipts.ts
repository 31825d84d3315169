import * as z from 'zod/mini';
import { describeCall } from './call.ts';
import { decimalText, integerField, named, note, timeMs } from './fields.ts';

/** A quote named by a receipt. */
const receiptQuote = named(
  'ReceiptQuote',
  z.strictObject({ source: z.string(), seq: z.number(), bid: decimalText, ask: decimalText, time: timeMs }),
);
export type ReceiptQuote = Readonly<z.infer<typeof receiptQuote>>;

const receiptRate = z.strictObject({
  from: z.string(),
  to: z.string(),
  numerator: z.string(),
  denominator: z.string(),
  pair: z.nullable(z.strictObject({ instrument: z.string(), inverse: z.boolean(), ...receiptQuote.shape })),
});

const heldPosition = named(
  'ReceiptPosition',
  z.strictObject({
    order: z.number(),
    instrument: z.string(),
    side: z.enum(['buy', 'sell']),
    lots: decimalText,
    unitsPerLot: z.string(),
    openPrice: decimalText,
    quote: receiptQuote,
    rate: receiptRate,
    margin: decimalText,
    swap: decimalText,
    closable: z.boolean(),
  }),
);

/** Why a fill happened, beyond its rule and level (R-ORD-40). */
const receiptReason = named(
  'ReceiptReason',
  z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('stop-out'),
      balance: decimalText,
      stopOutPercent: note('Threshold of the company then, in percent of the margin.', z.number()),
      positions: z.readonly(z.array(heldPosition)),
    }),
    z.strictObject({
      kind: z.literal('further-stop-out'),
      balance: decimalText,
      first: note('Receipt of the first close of the same stop-out, which lists the positions.', z.string()),
    }),
    z.strictObject({
      kind: z.literal('trailed'),
      distance: decimalText,
      moves: z.number(),
      quote: note('Quote of the last move, which set the level.', receiptQuote),
    }),
  ]),
);
export type ReceiptReason = z.infer<typeof receiptReason>;

/** Versions of the company's rules that a fill was decided by (R-LOG-24). */
const receiptRules = named(
  'ReceiptRules',
  z.strictObject({
    instrument: note('Number of the instrument, as rules and quotes of the public log name it.', z.number()),
    policy: note('Version of the policy; 0 for one without a version.', z.number()),
    terms: note('Version of the company’s own terms; null under the catalogue’s.', z.nullable(z.number())),
    catalogue: note('Version of the catalogue’s facts; from the fourth version on.', z.optional(z.number())),
  }),
);

/** Step of an order's swap: a night that was charged, or a part that was closed and took its share along (R-LOG-25). */
const swapStep = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('night'),
    roll: note('17:00 New York.', timeMs),
    terms: z.nullable(z.number()),
    catalogue: note('Version of the catalogue’s facts; absent for older nights.', z.optional(z.number())),
    tripleDay: note(
      'Day on which three nights count, 0 for Sunday; null if each day counts once.',
      z.nullable(z.number()),
    ),
    nights: z.number(),
    points: note('Swap a lot and night, in ticks.', decimalText),
    lots: decimalText,
    digits: z.number(),
    unitsPerLot: z.string(),
    rate: receiptRate,
    amount: decimalText,
    total: note('Swap of the order after this step.', decimalText),
  }),
  z.strictObject({
    kind: z.literal('part'),
    receipt: z.string(),
    lots: decimalText,
    amount: decimalText,
    total: decimalText,
  }),
]);

const receiptSwaps = named(
  'ReceiptSwaps',
  z.strictObject({
    opened: timeMs,
    lots: note('Size of the order before the close.', decimalText),
    whole: note('False if older steps are not listed.', z.boolean()),
    steps: z.readonly(z.array(swapStep)),
  }),
);

/** The signed text of a receipt, parsed; docs/adr/0008-receipts.md explains each field. */
const receiptFields = named(
  'ReceiptFields',
  z.strictObject({
    version: z.enum(['candor-receipt-1', 'candor-receipt-2', 'candor-receipt-3', 'candor-receipt-4']),
    id: z.string(),
    company: z.number(),
    realm: z.enum(['real', 'demo']),
    account: z.string(),
    number: z.number(),
    previous: note('Hash of the previous receipt of the account.', z.string()),
    order: z.number(),
    opening: z.string(),
    instrument: z.string(),
    side: z.enum(['buy', 'sell']),
    kind: z.enum(['market', 'limit', 'stop']),
    lots: decimalText,
    leverage: z.number(),
    rule: z.enum([
      'market-open',
      'limit-fill',
      'stop-fill',
      'user-close',
      'stop-loss',
      'take-profit',
      'stop-out',
      'demo-reset',
    ]),
    level: z.nullable(decimalText),
    quote: z.nullable(receiptQuote),
    price: decimalText,
    openPrice: z.nullable(decimalText),
    rate: z.nullable(receiptRate),
    contract: z.strictObject({
      digits: z.number(),
      unitsPerLot: z.string(),
      marginMode: z.enum(['leverage', 'fixed-per-lot']),
      marginPerLot: decimalText,
      feeType: z.enum(['per-lot', 'of-notional']),
      feeRate: decimalText,
    }),
    margin: decimalText,
    fee: decimalText,
    profit: decimalText,
    swap: decimalText,
    time: timeMs,
    asked: note(
      'Price that the trader saw and how much worse the fill might be; absent in the first version.',
      z.optional(
        z.nullable(z.strictObject({ price: decimalText, deviation: decimalText, quote: z.nullable(z.number()) })),
      ),
    ),
    reason: note('Why the fill happened; absent in the first version.', z.optional(z.nullable(receiptReason))),
    rules: note('Versions of the rules in force; from the third version on.', z.optional(receiptRules)),
    swaps: note(
      'How the swap came about; from the third version on, null on openings.',
      z.optional(z.nullable(receiptSwaps)),
    ),
  }),
);
export type ReceiptFields = z.infer<typeof receiptFields>;

/** A signed receipt (R-ORD-25). */
const signedReceipt = named(
  'SignedReceipt',
  z.strictObject({
    id: z.string(),
    text: note('The signed text. `fields` are the same, parsed.', z.string()),
    hash: note('SHA-256 of the UTF-8 bytes of `text`, in hex; the next receipt of the account names it.', z.string()),
    signature: note('Ed25519 over the UTF-8 bytes of `text`, in hex.', z.string()),
    key_id: z.string(),
    fields: receiptFields,
    log_proof: note(
      'Proof that the receipt is in the public log, as C2SP tlog-proof with the salt as its extra data; null until a checkpoint covers it, within 30 s of the fill.',
      z.optional(z.nullable(z.string())),
    ),
  }),
);
export type SignedReceipt = z.infer<typeof signedReceipt>;

const keyTime = z.optional(z.nullable(timeMs));

/** `/.well-known/candor-receipt-keys.json`: every key that ever signed; no envelope. */
export const receiptKeys = named(
  'ReceiptKeys',
  z.strictObject({
    keys: z.array(
      z.strictObject({
        key_id: note('The first 16 digits of the SHA-256 of the key.', z.string()),
        algorithm: z.literal('Ed25519'),
        public_key: note('The 32 bytes in hex.', z.string()),
        from: note('Since when it signs; null for the first one. Fills made before may be signed with it.', keyTime),
        until: note('Time of the last fill or statement that it signs; null while it is in use.', keyTime),
        compromised: note('Since when others may have had it; null if it is not known to be so.', keyTime),
      }),
    ),
  }),
);
export type ReceiptKeys = z.infer<typeof receiptKeys>;

export const receiptCalls = {
  receipts: describeCall('receipts', {
    summary: 'Signed receipts of an order, oldest first',
    who: 'session',
    input: z.object({ id: note('Id of the order.', integerField(1)) }),
    answer: z.array(signedReceipt),
    refusals: ['orderNotFound'],
  }),
};
