import { join } from 'node:path';
import { parseDecimal } from '@candor/domain/values/decimal';
import type { CompanyId } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import { lotsScale } from '@candor/domain/values/lots';
import * as z from 'zod/mini';
import { findSessionFault, sessionExpectations, sessionFields } from '../fix/fix-config.ts';
import type { FixField } from '../fix/fix-message.ts';
import { type ConnectionPlan, fieldsOf, planConnection } from '../fix/fix-plan.ts';
import { about, type FeedFileKind, parseFeedFile, readFeedFile, symbol, text, whole } from '../live/feed-file.ts';
import { hashOfParts } from '../live/live-plan.ts';

const lots = z.string().check(z.refine((given: string) => (parseDecimal(given, lotsScale) ?? 0n) > 0n));
const fieldValue = z.string().check(z.regex(/^[\x20-\x7e]{1,256}$/));

const column = z.string().check(z.minLength(1), z.maxLength(64));
/** Columns of the provider's statements of a day; the names are those of FIX unless the file gives others. */
const statement = z.strictObject({
  separator: z._default(z.enum([',', ';', 'tab']), ','),
  order: z._default(column, 'ClOrdID'),
  account: z._default(column, 'Account'),
  symbol: z._default(column, 'Symbol'),
  side: z._default(column, 'Side'),
  quantity: z._default(column, 'LastQty'),
  price: z._default(column, 'LastPx'),
  fee: z.optional(column),
  long: z._default(column, 'LongQty'),
  short: z._default(column, 'ShortQty'),
});

const file = z.strictObject({
  about,
  ...sessionFields,
  rules: text(1_024),
  companies: z
    .array(
      z.strictObject({
        company: whole(1, 2_147_483_647),
        account: z.string().check(z.regex(/^[\x21-\x7e]{1,64}$/)),
      }),
    )
    .check(z.minLength(1), z.maxLength(100)),
  instruments: z
    .array(
      z.strictObject({
        symbol,
        instrument: z.string().check(z.regex(/^[A-Za-z0-9._-]{1,32}$/)),
        orderLots: lots,
        positionLots: lots,
        slippageTicks: z.optional(whole(0, 1_000_000)),
      }),
    )
    .check(z.minLength(1), z.maxLength(500)),
  quantity: z._default(z.enum(['units', 'lots']), 'units'),
  orderFields: z._default(z.record(z.string().check(z.regex(/^[1-9]\d{0,4}$/)), fieldValue), {}),
  ordersPerMinute: z._default(whole(1, 1_000), 60),
  feePerMillion: z._default(whole(0, 100_000), 0),
  statement: z.optional(statement),
});

type ProviderFile = z.infer<typeof file>;

/** File of the setting HEDGER: a provider that takes orders by FIX 4.4, and the limits of hedging (R-HDG-16). */
const providerFileKind: FeedFileKind<ProviderFile> = {
  kind: 'FIX configuration',
  schema: file,
  expectations: {
    about: 'a text of at most 2,000 characters',
    ...sessionExpectations,
    rules: 'the path of the file with the routing rules',
    companies: 'a list of 1 to 100 companies, each with "company" and "account"',
    'companies[].company': 'the number of a company',
    'companies[].account': 'the account at the provider, up to 64 visible characters',
    instruments: 'a list of 1 to 500 instruments',
    'instruments[].symbol': "the provider's symbol, up to 64 visible characters",
    'instruments[].instrument': "the instrument's code in the catalogue, such as EURUSD",
    'instruments[].orderLots': 'the largest order in lots above zero as a text, such as "50.00"',
    'instruments[].positionLots': 'the largest position in lots above zero as a text, such as "200.00"',
    'instruments[].slippageTicks': 'a whole number from 0 to 1,000,000',
    quantity: '"units" or "lots"',
    orderFields: 'an object of tags, such as "207", with a text each',
    ordersPerMinute: 'a whole number from 1 to 1,000',
    feePerMillion: 'a whole number from 0 to 100,000',
    statement: 'an object with the names of columns, each a text of at most 64 characters',
    'statement.separator': '",", ";" or "tab"',
    ...Object.fromEntries(
      ['order', 'account', 'symbol', 'side', 'quantity', 'price', 'fee', 'long', 'short'].map((name) => [
        `statement.${name}`,
        'the name of a column, a text of 1 to 64 characters',
      ]),
    ),
  },
  fallback: 'a value of this field (docs/runbook/hedging.md)',
  findContradiction,
  from: { origin: 'setting HEDGER', guide: 'docs/runbook/hedging.md' },
};

/** Instrument as the provider trades it. */
export interface ProviderInstrument {
  readonly symbol: string;
  readonly spec: InstrumentSpec;
  readonly orderLotsE8: bigint;
  readonly positionLotsE8: bigint;
  /** Null for orders at the market. */
  readonly slippageTicks: number | null;
}

/** All that hedging at a provider needs. */
export interface ProviderPlan extends ConnectionPlan {
  readonly rulesFile: string;
  readonly accounts: ReadonlyMap<CompanyId, string>;
  /** By code. */
  readonly instruments: ReadonlyMap<string, ProviderInstrument>;
  readonly quantity: ProviderFile['quantity'];
  readonly orderFields: readonly FixField[];
  readonly ordersPerMinute: number;
  readonly feePerMillion: bigint;
  /** Columns of the provider's statements. */
  readonly statement: z.infer<typeof statement>;
  /** File with the sequence numbers. */
  readonly storeFile: string;
}

/** Reads and checks the file against the catalogue. Throws FeedFileError. */
export function readProviderFile(path: string, dataDir: string, specs: readonly InstrumentSpec[]): ProviderPlan {
  return toPlan(readFeedFile(path, kindFor(specs)), dataDir, specs);
}

/** Parses the file's text and checks it against the catalogue. Throws FeedFileError. */
export function parseProviderFile(
  content: string,
  path: string,
  dataDir: string,
  specs: readonly InstrumentSpec[],
): ProviderPlan {
  return toPlan(parseFeedFile(content, path, kindFor(specs)), dataDir, specs);
}

function kindFor(specs: readonly InstrumentSpec[]): FeedFileKind<ProviderFile> {
  const codes = new Set(specs.map(({ code }) => code));
  const findUnknown = ({ instruments }: ProviderFile) => {
    const at = instruments.findIndex(({ instrument }) => !codes.has(instrument));
    return at === -1 ? null : `instruments[${at}].instrument is not in the catalogue`;
  };
  return { ...providerFileKind, findContradiction: (given) => findContradiction(given) ?? findUnknown(given) };
}

function findContradiction(given: ProviderFile): string | null {
  const session = findSessionFault(given);
  if (session !== null) return session;
  const own = Object.keys(given.orderFields).find((name) => orderTags.has(name));
  if (own !== undefined) return `orderFields must not contain ${own}, which the order writes itself`;
  const lists: [string, readonly (string | number)[]][] = [
    ['companies[].company', given.companies.map(({ company }) => company)],
    ['companies[].account', given.companies.map(({ account }) => account)],
    ['instruments[].symbol', given.instruments.map(({ symbol: one }) => one)],
    ['instruments[].instrument', given.instruments.map(({ instrument }) => instrument)],
  ];
  const twice = lists.find(([, values]) => new Set(values).size < values.length);
  return twice === undefined ? null : `two entries have the same ${twice[0]}`;
}

const orderTags = new Set([
  '8',
  '9',
  '10',
  '34',
  '35',
  '49',
  '50',
  '52',
  '56',
  '57',
  '1',
  '11',
  '38',
  '40',
  '41',
  '44',
  '54',
  '55',
  '59',
  '60',
]);

function toPlan(given: ProviderFile, dataDir: string, specs: readonly InstrumentSpec[]): ProviderPlan {
  const { host, senderCompId, targetCompId } = given;
  const instruments = given.instruments.flatMap(({ instrument, slippageTicks = null, ...one }) => {
    const spec = specs.find(({ code }) => code === instrument);
    if (spec === undefined) return [];
    const [orderLotsE8, positionLotsE8] = [one.orderLots, one.positionLots].map((text) =>
      parseDecimal(text, lotsScale),
    );
    const limits = { orderLotsE8: orderLotsE8 ?? 0n, positionLotsE8: positionLotsE8 ?? 0n };
    return [[instrument, { symbol: one.symbol, spec, ...limits, slippageTicks }] as const];
  });
  return {
    ...planConnection(given),
    rulesFile: given.rules,
    accounts: new Map(given.companies.map(({ company, account }) => [company as CompanyId, account])),
    instruments: new Map(instruments),
    quantity: given.quantity,
    orderFields: fieldsOf(given.orderFields),
    ordersPerMinute: given.ordersPerMinute,
    feePerMillion: BigInt(given.feePerMillion),
    statement: given.statement ?? statement.parse({}),
    storeFile: join(dataDir, 'fix', `orders-${hashOfParts([host, senderCompId, targetCompId])}.seq`),
  };
}
