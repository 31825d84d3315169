import { perMicro } from '@candor/domain/calc/order-formulas';
import { ClientBook } from '@candor/domain/hedging/client-book';
import { DryRun, type DryRunLine, type Mark, resultOf } from '@candor/domain/hedging/dry-run';
import { divHalfEven, formatDecimal } from '@candor/domain/values/decimal';
import type { InstrumentId } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import { formatLots } from '@candor/domain/values/lots';
import { moneyScale } from '@candor/domain/values/money';
import type { CompanyRules } from '../ports/hedging.ts';
import type { JournalReader } from '../ports/journal.ts';
import type { LoggedQuote } from '../ports/market.ts';
import { decodeDecision } from '../trading/codec.ts';

const entriesMax = 1_000;
const dayMs = 86_400_000;

export interface DryRunInput {
  /** Journals of the shards, each from its first entry. */
  readonly journals: readonly Pick<JournalReader, 'read'>[];
  /** Logged quotes, oldest first. */
  readonly quotes: AsyncIterable<readonly LoggedQuote[]>;
  readonly specs: readonly InstrumentSpec[];
  readonly rules: readonly CompanyRules[];
  /** Beginning of the day, UTC. */
  readonly dayStartMs: number;
}

/**
 * Reads the journals up to the end of a day, and the logged quotes, and returns the lines of a report: what the rules would
 * have hedged, and the result of the house at the logged quotes (R-HDG-05). Memory grows with open positions and
 * instruments, not with entries; nothing is written.
 */
export async function runDry({ journals, quotes, specs, rules, dayStartMs }: DryRunInput): Promise<string[]> {
  const bySpec = new Map(specs.map((spec) => [spec.id, spec]));
  const book = new ClientBook(bySpec);
  for (const { companyId, rules: own } of rules) book.setRules(companyId, own);
  // Every shard is read up to the beginning of the day before any shard's day: nets are of all shards.
  const followers = journals.map((journal) => new JournalDay(journal));
  for (const follower of followers) await follower.readTo(dayStartMs, (event) => void book.take(event));
  const run = new DryRun(book);
  for (const follower of followers) await follower.readTo(dayStartMs + dayMs, (event) => run.take(event));
  const marks = await readMarks(quotes, dayStartMs);
  return report(run, bySpec, marks, dayStartMs);
}

type TakeEvent = (event: Parameters<ClientBook['take']>[0]) => void;

/** Position in a journal that is read by time. */
class JournalDay {
  readonly #journal: Pick<JournalReader, 'read'>;
  #seq = 0;

  constructor(journal: Pick<JournalReader, 'read'>) {
    this.#journal = journal;
  }

  /** Gives the events of the entries before a time. A confirmed step of the clock may put a later entry before it; it waits. */
  async readTo(endMs: number, take: TakeEvent): Promise<void> {
    for (;;) {
      const entries = await this.#journal.read(this.#seq, entriesMax);
      if (entries.length === 0) return;
      for (const { seq, atMs, payload } of entries) {
        if (atMs >= endMs) return;
        const decision = decodeDecision(payload);
        if (decision.kind === 'done') for (const event of decision.events) take(event);
        this.#seq = seq;
      }
    }
  }
}

interface Marks {
  readonly start: ReadonlyMap<InstrumentId, Mark>;
  readonly end: ReadonlyMap<InstrumentId, Mark>;
}

/** Finds the last logged quote of each instrument before the beginning and before the end of the day. */
async function readMarks(quotes: AsyncIterable<readonly LoggedQuote[]>, dayStartMs: number): Promise<Marks> {
  const [start, end] = [new Map<InstrumentId, Mark>(), new Map<InstrumentId, Mark>()];
  for await (const piece of quotes)
    for (const { quote } of piece) {
      if (quote.timeMs < dayStartMs) start.set(quote.instrumentId, quote);
      if (quote.timeMs < dayStartMs + dayMs) end.set(quote.instrumentId, quote);
    }
  return { start, end };
}

function report(
  run: DryRun,
  specs: ReadonlyMap<InstrumentId, InstrumentSpec>,
  marks: Marks,
  dayStartMs: number,
): string[] {
  const lines = [`Dry run of the hedging rules over ${new Date(dayStartMs).toISOString().slice(0, 10)} (UTC).`];
  for (const line of run.lines) {
    const spec = specs.get(line.instrumentId);
    if (spec !== undefined && isWorthALine(line)) lines.push(...describe(line, spec, marks));
  }
  if (lines.length === 1) lines.push('No client of a real account had or opened a position.');
  if (run.unpriced > 0) lines.push(`${run.unpriced} fills had no quote: their hedges are left out.`);
  return [...lines, ...assumptions];
}

const assumptions = [
  'Assumed: the provider fills each hedge whole and at once at the quote of the client fill that caused it, bought at the ask and sold at the bid;',
  '  no fee, no slippage, no reject; the hedge at the beginning of the day was what these rules want, at the logged quote of that time;',
  '  positions are valued at their closing side by the last logged quote before the beginning and the end of the day;',
  '  results are in the quote currency of the instrument, without swaps and fees of clients; demo accounts are left out.',
];

function isWorthALine({ fills, clientStart, hedgeStart }: DryRunLine): boolean {
  return fills > 0 || clientStart !== 0n || hedgeStart !== 0n;
}

function describe(line: DryRunLine, spec: InstrumentSpec, marks: Marks): string[] {
  const lots = (steps: bigint) => `${steps < 0n ? '-' : ''}${formatLots(Number(steps < 0n ? -steps : steps), spec)}`;
  const result = resultOf(line, spec, marks.start.get(spec.id) ?? null, marks.end.get(spec.id) ?? null);
  const money = (value: bigint) => `${toAmount(value, spec)} ${spec.quoteCurrency}`;
  return [
    `${spec.code}, company ${line.companyId}:`,
    `  clients: ${line.fills} fills, bought ${lots(line.boughtSteps)}, sold ${lots(line.soldSteps)} lots; net ${lots(line.clientStart)} to ${lots(line.clientNow)}`,
    `  hedged: ${line.orders} orders, ${lots(line.hedgedSteps)} lots; hedge ${lots(line.hedgeStart)} to ${lots(line.hedgeNow)}; the house kept at most ${lots(line.keptMax)}`,
    result === null
      ? '  result: unknown, the tick log holds no quote of that time'
      : `  result of the house: all kept ${money(result.kept)}; hedges ${money(result.hedge)}; with these rules ${money(result.kept + result.hedge)}`,
  ];
}

/** Formats steps × ticks × units with two decimals, half-even. */
function toAmount(value: bigint, spec: InstrumentSpec): string {
  const perCent = perMicro(spec) * 10n ** BigInt(moneyScale - 2);
  return formatDecimal(divHalfEven(value, perCent), 2);
}
