import type { BookedDay, StatedTrade, StatementBreak } from '@candor/domain/hedging/statement';
import { formatDecimal } from '@candor/domain/values/decimal';
import { readProviderFile } from './adapters/feeds/hedging/provider-file.ts';
import { readStatedPositions, readTrades } from './adapters/feeds/hedging/statement-file.ts';
import { HedgeTables } from './adapters/postgres/hedge-tables.ts';
import { openDatabases } from './adapters/postgres/open-databases.ts';
import { ConfigError } from './config.ts';
import { readBookedDay } from './hedging/hedge-codec.ts';
import type { Start } from './open-adapters.ts';
import { quotedInstruments } from './services/market/create-market.ts';

/**
 * `npm run hedge-statement -- --day 2026-11-26 --trades <file>`: compares the provider's statement of a day with the hedger's
 * book and prints every break (R-HDG-19). It writes nothing; the hedger may run. Exit code 1 if there is a break.
 */
export async function hedgeStatement(start: Start): Promise<number> {
  const { config, say } = start;
  const asked = parseStatementArgs(process.argv);
  if (config.hedgerFile === null) throw new ConfigError('npm run hedge-statement needs the setting HEDGER.');
  const specs = quotedInstruments(config.simCalendar).map(({ spec }) => spec);
  const plan = readProviderFile(config.hedgerFile, config.dataDir, specs);
  const trades = readTrades(asked.trades, plan);
  const positions = asked.positions === null ? null : readStatedPositions(asked.positions, plan);
  const { core } = await openDatabases({ ...start, isBounded: false });
  const day = await readBookedDay(new HedgeTables(core.pool, 0), asked);
  const breaks = day.compare(trades, positions);
  say(describeDay(asked, trades, day, breaks).join('\n'));
  return breaks.length === 0 ? 0 : 1;
}

interface StatementArgs {
  readonly trades: string;
  readonly positions: string | null;
  readonly startMs: number;
  readonly endMs: number;
}

const dayMs = 86_400_000;
/** Breaks that are printed; the others are counted. */
const linesMax = 1_000;

/** Reads `--day`, `--ends`, `--trades` and `--positions`. Throws ConfigError. */
export function parseStatementArgs(args: readonly string[]): StatementArgs {
  const valueAfter = (flag: string) => (args.includes(flag) ? (args[args.indexOf(flag) + 1] ?? '') : null);
  const fileAfter = (flag: string) => {
    const value = valueAfter(flag);
    if (value === '' || value?.startsWith('--') === true) throw new ConfigError(`${flag} needs the path of a file.`);
    return value;
  };
  const trades = fileAfter('--trades');
  if (trades === null)
    throw new ConfigError('npm run hedge-statement needs --trades <file>; docs/runbook/hedging.md describes it.');
  const [day, ends] = [valueAfter('--day') ?? '', valueAfter('--ends') ?? '24:00'];
  const midnightMs = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(midnightMs) || new Date(midnightMs).toISOString().slice(0, 10) !== day)
    throw new ConfigError(`--day ${day} is not a day; expected one such as 2026-11-26.`);
  const [, hours, minutes] = /^([01]\d|2[0-4]):([0-5]\d)$/.exec(ends) ?? [];
  const sinceMidnightMs = (Number(hours) * 60 + Number(minutes)) * 60_000;
  if (!(sinceMidnightMs > 0 && sinceMidnightMs <= dayMs))
    throw new ConfigError(`--ends ${ends} is not the end of a day; expected a time of UTC such as 22:00, or 24:00.`);
  const endMs = midnightMs + sinceMidnightMs;
  return { trades, positions: fileAfter('--positions'), startMs: endMs - dayMs, endMs };
}

/** Describes a comparison, line by line. */
export function describeDay(
  { startMs, endMs }: Pick<StatementArgs, 'startMs' | 'endMs'>,
  trades: readonly StatedTrade[],
  day: BookedDay,
  breaks: readonly StatementBreak[],
): string[] {
  const [from, until] = [startMs, endMs].map((ms) => new Date(ms).toISOString());
  const stated = new Set(trades.map(({ orderId }) => orderId)).size;
  return [
    `Statement from ${from} until ${until}: ${trades.length} trades of ${stated} orders stated, ${day.orders.size} orders booked.`,
    breaks.length === 0 ? 'No break.' : `${breaks.length} ${breaks.length === 1 ? 'break' : 'breaks'}:`,
    ...breaks.slice(0, linesMax).map(describeBreak),
    ...(breaks.length > linesMax ? [`and ${breaks.length - linesMax} more.`] : []),
  ];
}

type OrderSum = Extract<StatementBreak, { kind: 'not-ours' }>['stated'];

function describeBreak(one: StatementBreak): string {
  switch (one.kind) {
    case 'not-ours':
      return `  ${one.orderId}: not an order of the hedger; stated ${describeSum(one.stated)}`;
    case 'not-booked':
      return `  ${one.orderId}: not booked${one.isLater ? ' on this day, but on the next' : ''}; stated ${describeSum(one.stated)}`;
    case 'not-stated':
      return `  ${one.orderId}: not stated; booked ${describeSum(one.booked)}`;
    case 'differs':
      return `  ${one.orderId}: ${one.fields.join(', ')} differ${one.fields.length === 1 ? 's' : ''}; stated ${describeSum(one.stated)}; booked ${describeSum(one.booked)}`;
    case 'position': {
      const [company, code] = one.place.split('/');
      return `  position of company ${company} in ${code}: stated ${amount(one.statedE8, 8)}, booked ${amount(one.bookedE8, 8)} units`;
    }
  }
}

function describeSum({ companyId, code, side, unitsE8, valueE16, feeE16 }: OrderSum): string {
  const fee = feeE16 === null ? '' : `, fee ${amount(feeE16, 16)}`;
  return `company ${companyId} ${side} ${amount(unitsE8, 8)} ${code}, value ${amount(valueE16, 16)}${fee}`;
}

/** Formats an exact decimal without zeros at its end. */
function amount(value: bigint, scale: number): string {
  return formatDecimal(value, scale).replace(/\.?0+$/, '');
}
