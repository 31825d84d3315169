import type { AuditEntry } from '../../ports/audit-log.ts';
import type { DrawCurrencyRecord, FundsSettings } from '../../ports/draw-currency-store.ts';
import type { OperatorRecord } from '../../ports/operator-store.ts';
import type { ListedPayWay, PayWayRecord } from '../../ports/pay-way-store.ts';
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

type Deps = Pick<FundsDeps, 'clock' | 'payWays' | 'currencies'>;

/** Adds a pay way, with the record of it (R-FND-35). Refuses `invalidField`, `addressInvalid`. */
export async function addPayWay(
  { payWays, clock }: Deps,
  operator: OperatorRecord,
  typed: PayWayTyped,
): Promise<ListedPayWay> {
  const terms = requirePayWay(typed);
  const way = await payWays.add(operator.companyId, terms, clock.nowMs(), (id) =>
    entry(operator, 'pay-way-added', `pay way ${id}`, nameOf(terms)),
  );
  return { way, freeAddresses: 0 };
}

/** Puts another in the place of one, under a number of its own. Refuses `payWayUnknown`, `invalidField`, `addressInvalid`. */
export async function replacePayWay(
  { payWays, clock }: Deps,
  operator: OperatorRecord,
  id: number,
  typed: PayWayTyped,
): Promise<ListedPayWay> {
  const { companyId } = operator;
  const before = await payWays.find(companyId, id);
  if (before === null) throw new FundsRefusal('payWayUnknown');
  const terms = requirePayWay(typed);
  if (terms.kind !== before.kind) throw new FundsRefusal('invalidField', { field: 'kind' });
  const way = await payWays.replace(companyId, id, terms, clock.nowMs(), (newId) =>
    entry(operator, 'pay-way-replaced', `pay way ${id} by ${newId}`, nameOf(terms)),
  );
  if (way === null) throw new FundsRefusal('payWayUnknown');
  return { way, freeAddresses: await payWays.freeAddresses(companyId, way.rootId) };
}

/** Refuses `payWayUnknown`. */
export async function onePayWay({ payWays }: Deps, { companyId }: OperatorRecord, id: number): Promise<ListedPayWay> {
  const way = await payWays.find(companyId, id);
  if (way === null) throw new FundsRefusal('payWayUnknown');
  return { way, freeAddresses: await payWays.freeAddresses(companyId, way.rootId) };
}

/** Adds to a pool. Refuses `payWayUnknown` for one that has no pool, `addressInvalid` with none added. */
export async function addPoolAddresses(
  { payWays, clock }: Deps,
  operator: OperatorRecord,
  id: number,
  texts: readonly string[],
): Promise<{ readonly added: number; readonly known: number }> {
  const { companyId } = operator;
  const way = await payWays.find(companyId, id);
  if (way === null || way.kind !== 'coin' || way.address !== '') throw new FundsRefusal('payWayUnknown');
  const addresses = texts.map((text) => requireAddress(way.protocol, text));
  const told = entry(operator, 'pay-way-addresses-added', `pay way ${id}`, `${addresses.length} addresses`);
  return payWays.addAddresses(companyId, way.rootId, addresses, clock.nowMs(), told);
}

export function addDrawCurrency(
  { currencies, clock }: Deps,
  operator: OperatorRecord,
  typed: DrawCurrencyTyped,
): Promise<DrawCurrencyRecord> {
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
): Promise<DrawCurrencyRecord> {
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

function nameOf({ currency, protocol, isActive }: Pick<PayWayRecord, 'currency' | 'protocol' | 'isActive'>): string {
  return `${[currency, protocol].filter((part) => part !== '').join(' ')}, ${isActive ? 'offered' : 'not offered'}`;
}

function entry({ id }: OperatorRecord, action: string, subject: string, reason: string): AuditEntry {
  return { operatorId: id, action, subject, reason };
}
