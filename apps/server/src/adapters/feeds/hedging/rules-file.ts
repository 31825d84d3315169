import type { HedgeRule, HedgeShare } from '@candor/domain/hedging/hedge-rules';
import { parseDecimal } from '@candor/domain/values/decimal';
import type { CompanyId } from '@candor/domain/values/ids';
import { lotsScale } from '@candor/domain/values/lots';
import * as z from 'zod/mini';
import type { CompanyRules } from '../../../ports/hedging.ts';
import { type FeedFileKind, parseFeedFile, readFeedFile, text, whole } from '../live/feed-file.ts';

const lots = z.string().check(z.refine((given: string) => (toLotsE8(given) ?? 0n) > 0n));
const time = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));
const limitLots = z.string().check(z.refine((given: string) => (toLotsE8(given) ?? -1n) >= 0n));
const assetClass = z.enum(['fx-major', 'fx-minor', 'fx-exotic', 'metal', 'index', 'energy', 'equity', 'crypto']);

const rule = z.strictObject({
  name: text(80),
  instruments: z.optional(
    z.array(z.string().check(z.regex(/^[A-Za-z0-9._-]{1,32}$/))).check(z.minLength(1), z.maxLength(500)),
  ),
  classes: z.optional(z.array(assetClass).check(z.minLength(1), z.maxLength(8))),
  from: z.optional(lots),
  below: z.optional(lots),
  hours: z.optional(z.strictObject({ from: time, to: time })),
  hedge: z.union([z.literal('all'), z.literal('none'), z.strictObject({ above: limitLots })]),
});

const file = z.strictObject({
  about: z.optional(z.string().check(z.maxLength(2_000))),
  companies: z
    .array(
      z.strictObject({
        company: whole(1, 2_147_483_647),
        rules: z.array(rule).check(z.maxLength(200)),
      }),
    )
    .check(z.minLength(1), z.maxLength(1_000)),
});

type RulesFile = z.infer<typeof file>;

/** File of routing rules by company (R-HDG-04). */
const rulesFileKind: FeedFileKind<RulesFile> = {
  kind: 'hedging rules',
  schema: file,
  expectations: {
    about: 'a text of at most 2,000 characters',
    companies: 'a list of 1 to 1,000 companies, each with "company" and "rules"',
    'companies[].company': 'the number of a company',
    'companies[].rules': 'a list of at most 200 rules',
    'companies[].rules[].name': 'a text of 1 to 80 characters',
    'companies[].rules[].instruments': 'a list of 1 to 500 codes of the catalogue, such as EURUSD',
    'companies[].rules[].classes': 'a list of fx-major, fx-minor, fx-exotic, metal, index, energy, equity or crypto',
    'companies[].rules[].from': 'lots above zero as a text, such as "5.00"',
    'companies[].rules[].below': 'lots above zero as a text, such as "5.00"',
    'companies[].rules[].hours': 'an object with "from" and "to", times of the UTC day such as "07:00"',
    'companies[].rules[].hedge': '"all", "none", or an object with "above", lots as a text such as "10.00"',
  },
  fallback: 'a value of this field (docs/runbook/hedging.md)',
  findContradiction,
  from: { origin: 'hedger', guide: 'docs/runbook/hedging.md' },
};

/** Reads the rules of a file of at most 256 KiB; `codes` are those of the catalogue. Throws FeedFileError. */
export function readRulesFile(path: string, codes: ReadonlySet<string>): CompanyRules[] {
  return toRules(readFeedFile(path, kindFor(codes)));
}

/** Parses the rules of a file's text. Throws FeedFileError. */
export function parseRulesFile(content: string, path: string, codes: ReadonlySet<string>): CompanyRules[] {
  return toRules(parseFeedFile(content, path, kindFor(codes)));
}

function kindFor(codes: ReadonlySet<string>): FeedFileKind<RulesFile> {
  return { ...rulesFileKind, findContradiction: (given) => findContradiction(given) ?? findUnknown(given, codes) };
}

function findUnknown({ companies }: RulesFile, codes: ReadonlySet<string>): string | null {
  for (const [at, { rules }] of companies.entries())
    for (const [place, { instruments = [] }] of rules.entries())
      for (const code of instruments)
        if (!codes.has(code))
          return `companies[${at}].rules[${place}].instruments names an instrument that the catalogue does not have`;
  return null;
}

function findContradiction({ companies }: RulesFile): string | null {
  const seen = new Map<number, number>();
  for (const [at, { company, rules }] of companies.entries()) {
    const first = seen.get(company);
    if (first !== undefined) return `companies[${at}].company is that of companies[${first}]`;
    seen.set(company, at);
    for (const [place, { from, below, hours }] of rules.entries()) {
      const where = `companies[${at}].rules[${place}]`;
      if (from !== undefined && below !== undefined && (toLotsE8(from) ?? 0n) >= (toLotsE8(below) ?? 0n))
        return `${where}.below is not above its "from"`;
      if (hours !== undefined && hours.from === hours.to) return `${where}.hours begin and end at the same time`;
    }
  }
  return null;
}

function toRules({ companies }: RulesFile): CompanyRules[] {
  return companies.map(({ company, rules }) => ({
    companyId: company as CompanyId,
    rules: rules.map(toRule),
  }));
}

function toRule(given: RulesFile['companies'][number]['rules'][number]): HedgeRule {
  const { name, instruments = null, classes = null, from, below, hours, hedge } = given;
  return {
    name,
    instruments,
    classes,
    fromLotsE8: from === undefined ? null : toLotsE8(from),
    belowLotsE8: below === undefined ? null : toLotsE8(below),
    hours: hours === undefined ? null : { fromMinute: minuteOf(hours.from), toMinute: minuteOf(hours.to) },
    share: toShare(hedge),
  };
}

function toShare(hedge: 'all' | 'none' | { readonly above: string }): HedgeShare {
  return typeof hedge === 'string' ? { kind: hedge } : { kind: 'net', limitLotsE8: toLotsE8(hedge.above) ?? 0n };
}

function toLotsE8(given: string): bigint | null {
  return parseDecimal(given, lotsScale);
}

function minuteOf(given: string): number {
  const [hours = 0, minutes = 0] = given.split(':').map(Number);
  return hours * 60 + minutes;
}
