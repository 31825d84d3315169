import { paymentScale } from '@candor/domain/calc/funds';
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
import { type RateMarket, requirePlausibleRate } from './plausible-rate.ts';
import { FundsRefusal } from './refusals.ts';

type Deps = Pick<FundsDeps, 'clock' | 'depositMethods' | 'currencies'>;
type RateDeps = Deps & { readonly market: RateMarket };

/** A checked change of the desk: stores it with its audit entry. */
export type CheckedChange<Done> = () => Promise<Done>;

/** Adds a deposit method and its audit entry (R-FND-35). Refuses `invalidField`, `addressInvalid`, `rateUnconfirmed`. */
export async function addDepositMethod(
  { depositMethods, market, clock }: RateDeps,
  operator: OperatorRecord,
  { isRateConfirmed, ...input }: DepositMethodInput & RateConfirmation,
): Promise<CheckedChange<ListedDepositMethod>> {
  const terms = requireDepositMethod(input);
  if (!isRateConfirmed) requirePlausibleRate(market, terms.currency, terms.usdPriceE8, null);
  return async () => {
    const way = await depositMethods.add(operator.companyId, terms, clock.nowMs(), (id) =>
      entry(operator, 'pay-way-added', `pay way ${id}`, nameOf(terms)),
    );
    return { way, freeAddresses: 0 };
  };
}

/**
 * Replaces a deposit method by a new one with its own id. Refuses `payWayUnknown`, `invalidField`, `addressInvalid`,
 * `rateUnconfirmed`.
 */
export async function replaceDepositMethod(
  { depositMethods, market, clock }: RateDeps,
  operator: OperatorRecord,
  id: number,
  { isRateConfirmed, ...input }: DepositMethodInput & RateConfirmation,
): Promise<CheckedChange<ListedDepositMethod>> {
  const { companyId } = operator;
  const before = await depositMethods.find(companyId, id);
  if (before === null) throw new FundsRefusal('payWayUnknown');
  const terms = requireDepositMethod(input);
  if (terms.kind !== before.kind) throw new FundsRefusal('invalidField', { field: 'kind' });
  const last = terms.currency === before.currency ? before.usdPriceE8 : null;
  if (!isRateConfirmed) requirePlausibleRate(market, terms.currency, terms.usdPriceE8, last);
  return async () => {
    const way = await depositMethods.replace(companyId, id, terms, clock.nowMs(), (newId) =>
      entry(operator, 'pay-way-replaced', `pay way ${id} by ${newId}`, nameOf(terms)),
    );
    if (way === null) throw new FundsRefusal('payWayUnknown');
    return { way, freeAddresses: await depositMethods.freeAddresses(companyId, way.rootId) };
  };
}

/** Refuses `payWayUnknown`. */
export async function findDepositMethod(
  { depositMethods }: Deps,
  { companyId }: OperatorRecord,
  id: number,
): Promise<ListedDepositMethod> {
  const way = await depositMethods.find(companyId, id);
  if (way === null) throw new FundsRefusal('payWayUnknown');
  return { way, freeAddresses: await depositMethods.freeAddresses(companyId, way.rootId) };
}

/** Adds addresses to a pool. Refuses `payWayUnknown` if the method has no pool; `addressInvalid` adds none. */
export async function addPoolAddresses(
  { depositMethods, clock }: Deps,
  operator: OperatorRecord,
  id: number,
  texts: readonly string[],
): Promise<CheckedChange<{ readonly added: number; readonly known: number }>> {
  const { companyId } = operator;
  const way = await depositMethods.find(companyId, id);
  if (way === null || way.kind !== 'coin' || way.address !== '') throw new FundsRefusal('payWayUnknown');
  const addresses = texts.map((text) => requireAddress(way.protocol, text));
  const audit = entry(operator, 'pay-way-addresses-added', `pay way ${id}`, `${addresses.length} addresses`);
  return () => depositMethods.addAddresses(companyId, way.rootId, addresses, clock.nowMs(), audit);
}

/** Adds a payout currency. Refuses `invalidField`, `rateUnconfirmed`. */
export async function addPayoutCurrency(
  { currencies, market, clock }: RateDeps,
  operator: OperatorRecord,
  { isRateConfirmed, ...input }: PayoutCurrencyInput & RateConfirmation,
): Promise<CheckedChange<PayoutCurrencyRecord>> {
  const terms = requirePayoutCurrency(input);
  if (!isRateConfirmed) requirePlausibleRate(market, terms.code, terms.usdPriceE8, null);
  return () =>
    currencies.add(operator.companyId, terms, clock.nowMs(), (id) =>
      entry(operator, 'draw-currency-added', `draw currency ${id}`, `${terms.code} ${terms.protocol}`.trim()),
    );
}

/**
 * Refuses `payWayUnknown`, `rateUnconfirmed`, and `invalidField` for a change of kind, code or protocol: payout methods
 * are bound to them.
 */
export async function changePayoutCurrency(
  { currencies, market, clock }: RateDeps,
  operator: OperatorRecord,
  id: number,
  { isRateConfirmed, ...input }: PayoutCurrencyInput & RateConfirmation,
): Promise<CheckedChange<PayoutCurrencyRecord>> {
  const { companyId } = operator;
  const before = await currencies.find(companyId, id);
  if (before === null) throw new FundsRefusal('payWayUnknown');
  const terms = requirePayoutCurrency(input);
  for (const field of ['kind', 'code', 'protocol'] as const)
    if (terms[field] !== before[field]) throw new FundsRefusal('invalidField', { field });
  if (!isRateConfirmed) requirePlausibleRate(market, terms.code, terms.usdPriceE8, before.usdPriceE8);
  const audit = entry(
    operator,
    'draw-currency-changed',
    `draw currency ${id}`,
    `${terms.code} ${terms.protocol}`.trim(),
  );
  return async () => {
    const changed = await currencies.change(companyId, id, terms, clock.nowMs(), audit);
    if (changed === null) throw new FundsRefusal('payWayUnknown');
    return changed;
  };
}

export async function changeFundsSettings(
  { currencies, clock }: Deps,
  operator: OperatorRecord,
  input: FundsSettingsInput,
): Promise<CheckedChange<FundsSettings>> {
  const settings = requireSettings(input, await currencies.isTrial(operator.companyId));
  const audit = entry(operator, 'funds-settings-changed', 'funds settings', JSON.stringify(input));
  return async () => {
    await currencies.changeSettings(operator.companyId, settings, clock.nowMs(), audit);
    return settings;
  };
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

/** True if the operator has confirmed a rate that was refused by `rateUnconfirmed`. */
interface RateConfirmation {
  readonly isRateConfirmed: boolean;
}

/** Input of an operator; amounts and rates are texts. */
export type DepositMethodInput = Omit<DepositMethodTerms, 'usdPriceE8' | 'minE8'> & {
  readonly usdPrice: string;
  readonly min: string;
};

export type PayoutCurrencyInput = Omit<PayoutCurrencyTerms, 'drawRateE8' | 'usdPriceE8' | 'min' | 'max'> & {
  readonly drawRate: string;
  readonly usdPrice: string;
  readonly min: string;
  readonly max: string;
};

export type FundsSettingsInput = Pick<FundsSettings, 'methodHoldHours' | 'freezeHours' | 'requestsMax'> & {
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

/**
 * Checks a deposit method's destination, because a mistyped address would lose users' money. Refuses `invalidField`,
 * `addressInvalid`.
 */
function requireDepositMethod({ usdPrice, min, ...input }: DepositMethodInput): DepositMethodTerms {
  const usdPriceE8 = requireE8(usdPrice, 'usdPrice', 1n);
  const minE8 = requireE8(min, 'min', 0n);
  if (input.kind === 'coin') {
    if (input.protocol === '') throw invalid('protocol');
    const address = input.address === '' ? '' : requireAddress(input.protocol, input.address);
    return { ...input, ...bankless, address, usdPriceE8, minE8 };
  }
  if (input.bankName === '') throw invalid('bankName');
  if (input.payeeName === '') throw invalid('payeeName');
  const bankSwift = toSwift(input.bankSwift);
  if (bankSwift === null) throw invalid('bankSwift');
  const payeeAccount = toPayeeAccount(input.payeeAccount);
  if (payeeAccount === null) throw invalid('payeeAccount');
  const watched = { watcher: '', confirmations: 0 };
  return { ...input, ...watched, protocol: '', address: '', bankSwift, payeeAccount, usdPriceE8, minE8 };
}

/** Refuses `addressInvalid`. */
function requireAddress(protocol: string, text: string): string {
  const address = toCoinAddress(protocol, text);
  if (address === null) throw new FundsRefusal('addressInvalid', { field: 'address' });
  return address;
}

/** Refuses `invalidField`. */
function requirePayoutCurrency({ drawRate, usdPrice, min, max, ...input }: PayoutCurrencyInput): PayoutCurrencyTerms {
  if (input.kind === 'coin' && input.protocol === '') throw invalid('protocol');
  const drawRateE8 = requireE8(drawRate, 'drawRate', 0n);
  // A fixed fee has six decimals; a relative fee is below 100 %.
  const isWrong = input.feeType === 1 ? parseMoney(drawRate) === null : drawRateE8 >= 10n ** BigInt(paymentScale);
  if (isWrong) throw invalid('drawRate');
  const [least, most] = [requireMoney(min, 'min'), requireMoney(max, 'max')];
  if (most > 0n && most < least) throw invalid('max');
  const protocol = input.kind === 'coin' ? input.protocol : '';
  const usdPriceE8 = requireE8(usdPrice, 'usdPrice', 1n);
  return { ...input, protocol, drawRateE8, usdPriceE8, min: least, max: most };
}

/** Refuses `invalidField`, also for a hold of 0 hours at a company that is not a trial. */
function requireSettings(input: FundsSettingsInput, isTrial: boolean): FundsSettings {
  if (input.methodHoldHours === 0 && !isTrial) throw invalid('methodHoldHours');
  return {
    ...input,
    withdrawalSecondFrom: requireMoney(input.withdrawalSecondFrom, 'withdrawalSecondFrom'),
    depositSecondFrom: requireMoney(input.depositSecondFrom, 'depositSecondFrom'),
    autoCreditMax: requireMoney(input.autoCreditMax, 'autoCreditMax'),
  };
}

/** Largest stored amount: one billion units. */
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
