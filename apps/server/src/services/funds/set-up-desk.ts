import type { AuditEntry } from '../../ports/audit.ts';
import type {
  DepositMethodRecord,
  FundsSettings,
  ListedDepositMethod,
  PayoutCurrencyRecord,
} from '../../ports/funds.ts';
import type { OperatorRecord } from '../../ports/operators.ts';
import {
  type DrawCurrencyTyped,
  type FundsSettingsTyped,
  type PayWayTyped,
  requireAddress,
  requireDrawCurrency,
  requirePayWay,
  requireSettings,
} from './desk-terms.ts';
import type { FundsDeps } from './funds-deps.ts';
import { FundsRefusal } from './funds-refusal.ts';

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
