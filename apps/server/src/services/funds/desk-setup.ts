import { paymentScale } from '@candor/domain/calc/withdrawal';
import { parseDecimal } from '@candor/domain/values/decimal';
import { type Money, moneyScale, parseMoney } from '@candor/domain/values/money';
import type { AuditEntry } from '../../ports/audit.ts';
import type {
  DepositMethodRecord,
  DepositMethodTerms,
  FundsSettings,
  ListedDepositMethod,
  PayoutCurrencyRecord,
  PayoutCurrencyTerms,
} from '../../ports/funds.ts';
import type { OperatorRecord } from '../../ports/operators.ts';
import { toCoinAddress, toPayeeAccount, toSwift } from './destinations.ts';
import type { FundsDeps } from './funds-deps.ts';
import { FundsRefusal } from './refusals.ts';

type Deps = Pick<FundsDeps, 'clock' | 'depositMethods' | 'currencies'>;

/** Adds a pay way, with the record of it (R-FND-35). Refuses `invalidField`, `addressInvalid`. */
export async function addPayWay(
  { depositMethods, clock }: Deps,
  operator: OperatorRecord,
  typed: PayWayTyped,
): Promise<ListedDepositMethod> {
  const terms = requirePayWay(typed);
  const way = await depositMethods.add(operator.companyId, terms, clock.nowMs(), (id) =>
    entry(operator, 'pay-way-added', `pay way ${id}`, nameOf(terms)),
  );
  return { way, freeAddresses: 0 };
}

/** Puts another in the place of one, under a number of its own. Refuses `payWayUnknown`, `invalidField`, `addressInvalid`. */
export async function replacePayWay(
  { depositMethods, clock }: Deps,
  operator: OperatorRecord,
  id: number,
  typed: PayWayTyped,
): Promise<ListedDepositMethod> {
  const { companyId } = operator;
  const before = await depositMethods.find(companyId, id);
  if (before === null) throw new FundsRefusal('payWayUnknown');
  const terms = requirePayWay(typed);
  if (terms.kind !== before.kind) throw new FundsRefusal('invalidField', { field: 'kind' });
  const way = await depositMethods.replace(companyId, id, terms, clock.nowMs(), (newId) =>
    entry(operator, 'pay-way-replaced', `pay way ${id} by ${newId}`, nameOf(terms)),
  );
  if (way === null) throw new FundsRefusal('payWayUnknown');
  return { way, freeAddresses: await depositMethods.freeAddresses(companyId, way.rootId) };
}

/** Refuses `payWayUnknown`. */
export async function onePayWay(
  { depositMethods }: Deps,
  { companyId }: OperatorRecord,
  id: number,
): Promise<ListedDepositMethod> {
  const way = await depositMethods.find(companyId, id);
  if (way === null) throw new FundsRefusal('payWayUnknown');
  return { way, freeAddresses: await depositMethods.freeAddresses(companyId, way.rootId) };
}

/** Adds to a pool. Refuses `payWayUnknown` for one that has no pool, `addressInvalid` with none added. */
export async function addPoolAddresses(
  { depositMethods, clock }: Deps,
  operator: OperatorRecord,
  id: number,
  texts: readonly string[],
): Promise<{ readonly added: number; readonly known: number }> {
  const { companyId } = operator;
  const way = await depositMethods.find(companyId, id);
  if (way === null || way.kind !== 'coin' || way.address !== '') throw new FundsRefusal('payWayUnknown');
  const addresses = texts.map((text) => requireAddress(way.protocol, text));
  const told = entry(operator, 'pay-way-addresses-added', `pay way ${id}`, `${addresses.length} addresses`);
  return depositMethods.addAddresses(companyId, way.rootId, addresses, clock.nowMs(), told);
}

export function addDrawCurrency(
  { currencies, clock }: Deps,
  operator: OperatorRecord,
  typed: DrawCurrencyTyped,
): Promise<PayoutCurrencyRecord> {
  const terms = requireDrawCurrency(typed);
  return currencies.add(operator.companyId, terms, clock.nowMs(), (id) =>
    entry(operator, 'draw-currency-added', `draw currency ${id}`, `${terms.code} ${terms.protocol}`.trim()),
  );
}

/** Refuses `payWayUnknown`, `invalidField`: what it is a currency of stays what it is, since methods are bound to it. */
export async function changeDrawCurrency(
  { currencies, clock }: Deps,
  operator: OperatorRecord,
  id: number,
  typed: DrawCurrencyTyped,
): Promise<PayoutCurrencyRecord> {
  const { companyId } = operator;
  const before = await currencies.find(companyId, id);
  if (before === null) throw new FundsRefusal('payWayUnknown');
  const terms = requireDrawCurrency(typed);
  for (const field of ['kind', 'code', 'protocol'] as const)
    if (terms[field] !== before[field]) throw new FundsRefusal('invalidField', { field });
  const told = entry(
    operator,
    'draw-currency-changed',
    `draw currency ${id}`,
    `${terms.code} ${terms.protocol}`.trim(),
  );
  const changed = await currencies.change(companyId, id, terms, clock.nowMs(), told);
  if (changed === null) throw new FundsRefusal('payWayUnknown');
  return changed;
}

export async function changeFundsSettings(
  { currencies, clock }: Deps,
  operator: OperatorRecord,
  typed: FundsSettingsTyped,
): Promise<FundsSettings> {
  const settings = requireSettings(typed, await currencies.isTrial(operator.companyId));
  const told = entry(operator, 'funds-settings-changed', 'funds settings', JSON.stringify(typed));
  await currencies.changeSettings(operator.companyId, settings, clock.nowMs(), told);
  return settings;
}

function nameOf({
  currency,
  protocol,
  isActive,
}: Pick<DepositMethodRecord, 'currency' | 'protocol' | 'isActive'>): string {
  return `${[currency, protocol].filter((part) => part !== '').join(' ')}, ${isActive ? 'offered' : 'not offered'}`;
}

function entry({ id }: OperatorRecord, action: string, subject: string, reason: string): AuditEntry {
  return { operatorId: id, action, subject, reason };
}

/** As an operator typed them: amounts and rates still texts. */
export type PayWayTyped = Omit<DepositMethodTerms, 'usdPriceE8' | 'minE8'> & {
  readonly usdPrice: string;
  readonly min: string;
};

export type DrawCurrencyTyped = Omit<PayoutCurrencyTerms, 'drawRateE8' | 'usdPriceE8' | 'min' | 'max'> & {
  readonly drawRate: string;
  readonly usdPrice: string;
  readonly min: string;
  readonly max: string;
};

export type FundsSettingsTyped = Pick<FundsSettings, 'methodHoldHours' | 'freezeHours' | 'requestsMax'> & {
  readonly withdrawalSecondFrom: string;
  readonly depositSecondFrom: string;
  readonly autoCreditMax: string;
};

const bankless = {
  bankName: '',
  bankAddress: '',
  bankSwift: '',
  payeeName: '',
  payeeAccount: '',
  bankRemark: '',
} as const;

/** Where users are to pay to; a mistyped address here would lose their money. Refuses `invalidField`, `addressInvalid`. */
export function requirePayWay({ usdPrice, min, ...typed }: PayWayTyped): DepositMethodTerms {
  const usdPriceE8 = requireE8(usdPrice, 'usd_price', 1n);
  const minE8 = requireE8(min, 'min', 0n);
  if (typed.kind === 'coin') {
    if (typed.protocol === '') throw invalid('protocol');
    const address = typed.address === '' ? '' : requireAddress(typed.protocol, typed.address);
    return { ...typed, ...bankless, address, usdPriceE8, minE8 };
  }
  if (typed.bankName === '') throw invalid('bank_name');
  if (typed.payeeName === '') throw invalid('payee_name');
  const bankSwift = toSwift(typed.bankSwift);
  if (bankSwift === null) throw invalid('bank_swift');
  const payeeAccount = toPayeeAccount(typed.payeeAccount);
  if (payeeAccount === null) throw invalid('payee_account');
  const watched = { watcher: '', confirmations: 0 };
  return { ...typed, ...watched, protocol: '', address: '', bankSwift, payeeAccount, usdPriceE8, minE8 };
}

/** Refuses `addressInvalid`. */
export function requireAddress(protocol: string, text: string): string {
  const address = toCoinAddress(protocol, text);
  if (address === null) throw new FundsRefusal('addressInvalid', { field: 'address' });
  return address;
}

/** Refuses `invalidField`. */
export function requireDrawCurrency({
  drawRate,
  usdPrice,
  min,
  max,
  ...typed
}: DrawCurrencyTyped): PayoutCurrencyTerms {
  if (typed.kind === 'coin' && typed.protocol === '') throw invalid('protocol');
  const drawRateE8 = requireE8(drawRate, 'draw_rate', 0n);
  // A fee is money of six decimals; a part of the amount is less than all of it.
  const isWrong = typed.feeType === 1 ? parseMoney(drawRate) === null : drawRateE8 >= 10n ** BigInt(paymentScale);
  if (isWrong) throw invalid('draw_rate');
  const [least, most] = [requireMoney(min, 'min'), requireMoney(max, 'max')];
  if (most > 0n && most < least) throw invalid('max');
  const protocol = typed.kind === 'coin' ? typed.protocol : '';
  const usdPriceE8 = requireE8(usdPrice, 'usd_price', 1n);
  return { ...typed, protocol, drawRateE8, usdPriceE8, min: least, max: most };
}

/** Refuses `invalidField`, also a new method without a hold at a company that is no trial. */
export function requireSettings(typed: FundsSettingsTyped, isTrial: boolean): FundsSettings {
  if (typed.methodHoldHours === 0 && !isTrial) throw invalid('method_hold_hours');
  return {
    ...typed,
    withdrawalSecondFrom: requireMoney(typed.withdrawalSecondFrom, 'withdrawal_second_from'),
    depositSecondFrom: requireMoney(typed.depositSecondFrom, 'deposit_second_from'),
    autoCreditMax: requireMoney(typed.autoCreditMax, 'auto_credit_max'),
  };
}

/** What is stored holds at most a billion of anything. */
const unitsMax = 1_000_000_000n;

function requireE8(text: string, field: string, least: bigint): bigint {
  const value = parseDecimal(text, paymentScale);
  if (value === null || value < least || value > unitsMax * 10n ** BigInt(paymentScale)) throw invalid(field);
  return value;
}

function requireMoney(text: string, field: string): Money {
  const value = parseMoney(text);
  if (value === null || value < 0n || value > unitsMax * 10n ** BigInt(moneyScale)) throw invalid(field);
  return value;
}

function invalid(field: string): FundsRefusal {
  return new FundsRefusal('invalidField', { field });
}
