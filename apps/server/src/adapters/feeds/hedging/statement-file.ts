import { readFileSync, statSync } from 'node:fs';
import { type HedgePlace, placeOf } from '@candor/domain/hedging/hedge-state';
import type { StatedTrade } from '@candor/domain/hedging/statement';
import type { CompanyId, Side } from '@candor/domain/values/ids';
import { ExplainedError } from '../../../ports/explained-error.ts';
import { cellsOf, separators } from '../live/table-cells.ts';
import type { ProviderPlan } from './provider-file.ts';
import { codeOf, type Dialect, readE8, unitsOf } from './provider-values.ts';

const fileBytesMax = 67_108_864;
const rowsMax = 200_000;

type StatementPlan = Dialect & Pick<ProviderPlan, 'statement'>;

/** A statement that cannot be used; the message names the place, and no value of the file. */
class StatementFileError extends ExplainedError {
  override readonly name = 'StatementFileError';

  constructor(file: string, what: string) {
    super(`The statement ${file} cannot be used: ${what}. See docs/runbook/hedging.md.`);
  }
}

/** A line of a table. */
interface Row {
  cell(column: string): string;
  refuse(column: string, expected: string): StatementFileError;
}

/**
 * Reads the provider's trades of a day: a table with a line of column names, one fill in each line (R-HDG-19). Symbols that are
 * not configured keep the provider's name. Throws StatementFileError.
 */
export function readTrades(file: string, plan: StatementPlan): StatedTrade[] {
  const { order, account, symbol, side, quantity, price, fee } = plan.statement;
  const columns = [order, account, symbol, side, quantity, price, ...(fee === undefined ? [] : [fee])];
  return readTable(file, plan, columns, (row) => {
    const code = codeOf(row.cell(symbol), plan) ?? row.cell(symbol);
    const unitsE8 = unitsOf(row.cell(quantity), plan, code);
    if (unitsE8 === null || unitsE8 <= 0n) throw row.refuse(quantity, 'a quantity above zero');
    const priceE8 = readE8(row.cell(price));
    if (priceE8 === null || priceE8 <= 0n) throw row.refuse(price, 'a price above zero');
    const feeE8 = fee === undefined ? null : readE8(row.cell(fee));
    if (fee !== undefined && feeE8 === null) throw row.refuse(fee, 'an amount of the quote currency');
    const given = sides[row.cell(side).toLowerCase()];
    if (given === undefined) throw row.refuse(side, '"buy" or "sell", "B" or "S", or "1" or "2"');
    return {
      orderId: row.cell(order),
      companyId: companyOf(row, plan),
      code,
      side: given,
      unitsE8,
      valueE16: unitsE8 * priceE8,
      feeE16: feeE8 === null ? null : feeE8 * 100_000_000n,
    };
  });
}

/** Reads the provider's positions at the end of a day, in units × 10⁸; bought is above zero. Throws StatementFileError. */
export function readStatedPositions(file: string, plan: StatementPlan): Map<HedgePlace, bigint> {
  const { account, symbol, long, short } = plan.statement;
  const positions = new Map<HedgePlace, bigint>();
  readTable(file, plan, [account, symbol, long, short], (row) => {
    const code = codeOf(row.cell(symbol), plan) ?? row.cell(symbol);
    const [bought, sold] = [long, short].map((column) => {
      const cell = row.cell(column);
      const units = unitsOf(cell === '' ? '0' : cell, plan, code);
      if (units === null || units < 0n) throw row.refuse(column, 'a quantity of zero or more');
      return units;
    });
    const place = placeOf({ companyId: companyOf(row, plan), code });
    positions.set(place, (positions.get(place) ?? 0n) + (bought ?? 0n) - (sold ?? 0n));
  });
  return positions;
}

const sides: Readonly<Record<string, Side>> = { buy: 'buy', b: 'buy', 1: 'buy', sell: 'sell', s: 'sell', 2: 'sell' };

function companyOf(row: Row, { accounts, statement }: StatementPlan): CompanyId {
  const name = row.cell(statement.account);
  for (const [companyId, account] of accounts) if (account === name) return companyId;
  throw row.refuse(statement.account, 'an account of the file of HEDGER');
}

function readTable<T>(
  file: string,
  { statement }: StatementPlan,
  columns: readonly string[],
  read: (row: Row) => T,
): T[] {
  const lines = contentOf(file)
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/, rowsMax + 2);
  const separator = separators[statement.separator];
  const names = cellsOf(lines[0] ?? '', separator);
  const missing = columns.find((name) => !names.includes(name));
  if (missing !== undefined) throw new StatementFileError(file, `its first line names no column "${missing}"`);
  if (lines.length > rowsMax + 1) throw new StatementFileError(file, `it has more than ${rowsMax} lines`);
  const rows: T[] = [];
  for (const [index, text] of lines.entries()) {
    if (index === 0 || text.trim() === '') continue;
    const cells = cellsOf(text, separator);
    const refuse = (column: string, expected: string) =>
      new StatementFileError(file, `line ${index + 1}, column "${column}" must be ${expected}`);
    rows.push(read({ cell: (column) => cells[names.indexOf(column)] ?? '', refuse }));
  }
  return rows;
}

function contentOf(file: string): string {
  try {
    if (statSync(file).size > fileBytesMax)
      throw new StatementFileError(file, `it is larger than ${fileBytesMax} bytes`);
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof StatementFileError) throw error;
    throw new StatementFileError(file, `it cannot be read (${(error as { code?: string }).code ?? 'unknown reason'})`);
  }
}
