import * as z from 'zod/mini';
import { describeCall } from './call.ts';
import { decimalText, named, note, timeMs } from './fields.ts';

/** One change of the balance, with 6 decimals so that a statement adds up exactly. */
const statementPosting = named(
  'StatementPosting',
  z.strictObject({
    id: z.string(),
    time: timeMs,
    kind: z.string(),
    memo: note('In the language of the request.', z.string()),
    order_id: z.nullable(z.number()),
    amount: decimalText,
    balance: decimalText,
  }),
);
export type StatementPosting = z.infer<typeof statementPosting>;

/** Sum of all postings of one kind. */
const statementTotal = named(
  'StatementTotal',
  z.strictObject({ kind: z.string(), memo: z.string(), count: z.number(), amount: decimalText }),
);
export type StatementTotal = z.infer<typeof statementTotal>;

const figures = {
  before_costs: decimalText,
  spread: note(
    'Half of (ask − bid) at the opening and half at the closing × units × rate at the closing.',
    decimalText,
  ),
  gross: decimalText,
  fee: note('Of a closed part: its share of the opening fee.', decimalText),
  swap: decimalText,
  net: decimalText,
};

/** Result and costs of an order, signed: before_costs + spread = gross, as posted; gross + fee + swap = net. */
const statementFigures = named(
  'StatementFigures',
  z.strictObject(figures),
  'before_costs + spread = gross; gross + fee + swap = net.',
);
export type StatementFigures = z.infer<typeof statementFigures>;

const statementOrder = named(
  'StatementOrder',
  z.strictObject({
    ...figures,
    id: z.number(),
    instrument: z.string(),
    side: z.enum(['buy', 'sell']),
    lots: decimalText,
    opened_at: timeMs,
    closed_at: timeMs,
    open_price: decimalText,
    close_price: decimalText,
  }),
);
export type StatementOrder = z.infer<typeof statementOrder>;

/** The statement of a period. */
const statement = named(
  'Statement',
  z.strictObject({
    company: z.string(),
    uid: z.string(),
    is_demo: z.boolean(),
    currency: z.string(),
    from: note('First day.', z.string()),
    to: note('Last day, included.', z.string()),
    zone: z.string(),
    made_at: timeMs,
    opening_balance: decimalText,
    closing_balance: decimalText,
    postings: note('Oldest first.', z.array(statementPosting)),
    postings_total: note('opening_balance + postings_total = closing_balance, checked by the server.', decimalText),
    totals: z.array(statementTotal),
    orders: note('Closed in the period, oldest first.', z.array(statementOrder)),
    orders_total: statementFigures,
  }),
);
export type Statement = z.infer<typeof statement>;

/** Content type of a signed statement: JSON with version, text, hash, signature and key_id (R-VER-08). */
export const signedStatementType = 'application/vnd.candor.statement+json';
/** Version of a signed statement. The signature is over `<version> <hash>`, the hash being SHA-256 of the text in hex. */
export const signedStatementVersion = 'candor-statement-1';

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

/** A period of whole days, both included, in the named zone. */
const statementQuery = z.object({
  from: note('First day, e.g. `2026-11-01`.', day),
  to: note('Last day, included.', day),
  zone: z._default(z.enum(['America/New_York', 'UTC']), 'UTC'),
  format: z._default(z.enum(['pdf', 'csv', 'json', 'signed']), 'pdf'),
});

export const statementCalls = {
  statement: describeCall('statement', {
    summary: 'The statement of a period as PDF, CSV or JSON; signed for the offline verifier',
    who: 'session',
    weight: 10,
    input: statementQuery,
    answer: statement,
    files: ['application/pdf', 'text/csv', signedStatementType],
    refusals: ['periodInvalid'],
  }),
};
