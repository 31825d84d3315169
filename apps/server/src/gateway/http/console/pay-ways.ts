import { isDeepStrictEqual } from 'node:util';
import {
  type drawCurrencyBody,
  type fundsSettings,
  type payWayBody,
  payWayCalls,
} from '@candor/contracts/console/money';
import { moneyScale } from '@candor/domain/values/money';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import type { FundsSettings, ListedDepositMethod, PayoutCurrencyRecord } from '../../../ports/funds.ts';
import type { OperatorRecord } from '../../../ports/operators.ts';
import { toAmountText } from '../../../services/funds/amounts.ts';
import {
  addDepositMethod,
  addPayoutCurrency,
  addPoolAddresses,
  changeFundsSettings,
  changePayoutCurrency,
  type DepositMethodInput,
  findDepositMethod,
  type PayoutCurrencyInput,
  replaceDepositMethod,
} from '../../../services/funds/desk-setup.ts';
import { type FundsDeps, fundsSettingsOf } from '../../../services/funds/funds-deps.ts';
import type { RateMarket } from '../../../services/funds/plausible-rate.ts';
import { invalidField, RefusalError } from '../envelope.ts';
import { toE8Text } from '../to-funds.ts';
import { addConsoleCall } from './add-console-call.ts';
import { addGovernedCall, type GovernedDeps } from './governed-calls.ts';

export interface PayWayCallDeps extends GovernedDeps {
  readonly desk: Pick<FundsDeps, 'clock' | 'depositMethods' | 'currencies'> & { readonly market: RateMarket };
}

/** Pay ways for deposits, payout currencies, and the amounts from which two operators must approve. */
export function registerPayWayCalls(app: FastifyInstance, deps: PayWayCallDeps): void {
  const { desk } = deps;
  addConsoleCall(app, deps, payWayCalls.list, async ({ company, query }) => {
    requireById(query.sort);
    const { rows, total } = await desk.depositMethods.list(company.id, query.kind ?? null, query.page, query.per_page);
    return { data: rows.map(toPayWayRow), total };
  });
  addConsoleCall(app, deps, payWayCalls.one, async ({ operator, params }) =>
    toPayWayRow(await findDepositMethod(desk, operator, params.id)),
  );
  registerPayWayChanges(app, deps);
  registerDrawCurrencies(app, deps);
  addConsoleCall(app, deps, payWayCalls.settings, async ({ company }) =>
    toSettingsRow(await fundsSettingsOf(desk.currencies, company.id)),
  );
  const checkSettings = (operator: OperatorRecord, body: z.infer<typeof fundsSettings>) =>
    changeFundsSettings(desk, operator, {
      withdrawalSecondFrom: body.withdrawal_second_from,
      depositSecondFrom: body.deposit_second_from,
      autoCreditMax: body.auto_credit_max,
      methodHoldHours: body.method_hold_hours,
      freezeHours: body.freeze_hours,
      requestsMax: body.requests_max,
    });
  addGovernedCall(app, deps, payWayCalls.changeSettings, {
    kind: 'funds-settings',
    async plan({ operator, company, body }) {
      await checkSettings(operator, body);
      const before = toSettingsRow(await fundsSettingsOf(desk.currencies, company.id));
      return { subject: company.name, before, after: proposedOf(body), isGoverned: true };
    },
    act: async ({ operator, body }) => toSettingsRow(await (await checkSettings(operator, body))()),
  });
}

function registerPayWayChanges(app: FastifyInstance, deps: PayWayCallDeps): void {
  const { desk } = deps;
  const input = (body: WayBody) => ({ ...toPayWayTyped(body), ...confirmationOf(body) });
  addGovernedCall(app, deps, payWayCalls.add, {
    kind: 'pay-way',
    async plan({ operator, body }) {
      await addDepositMethod(desk, operator, input(body));
      return { subject: nameOf(body.currency, body.protocol), before: {}, after: proposedOf(body), isGoverned: true };
    },
    act: async ({ operator, body }) => toPayWayRow(await (await addDepositMethod(desk, operator, input(body)))()),
  });
  addGovernedCall(app, deps, payWayCalls.replace, {
    kind: 'pay-way',
    async plan({ operator, params, body }) {
      await replaceDepositMethod(desk, operator, params.id, input(body));
      const before = toPayWayRow(await findDepositMethod(desk, operator, params.id));
      const after = proposedOf(body);
      const subject = `${nameOf(body.currency, body.protocol)} (${params.id})`;
      return { subject, before: pickLike(before, after), after, isGoverned: !isOnlySwitchedOff(before, after) };
    },
    act: async ({ operator, params, body }) =>
      toPayWayRow(await (await replaceDepositMethod(desk, operator, params.id, input(body)))()),
  });
  addGovernedCall(app, deps, payWayCalls.addresses, {
    kind: 'pay-way',
    async plan({ operator, params, body }) {
      await addPoolAddresses(desk, operator, params.id, body.addresses);
      const { way } = await findDepositMethod(desk, operator, params.id);
      const subject = `${nameOf(way.currency, way.protocol)} (${params.id})`;
      return { subject, before: {}, after: { addresses: body.addresses }, isGoverned: true };
    },
    act: async ({ operator, params, body }) => (await addPoolAddresses(desk, operator, params.id, body.addresses))(),
  });
}

type WayBody = z.infer<(typeof payWayCalls)['add']['body']>;

/** Fields of a body that are the change itself. */
function proposedOf(body: object): Record<string, unknown> {
  const { is_rate_confirmed: _confirmed, reason: _reason, ...fields } = body as Record<string, unknown>;
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function pickLike(values: object, like: object): Record<string, unknown> {
  const known = values as Record<string, unknown>;
  return Object.fromEntries(Object.keys(like).map((field) => [field, known[field]]));
}

/** True if a method is only no longer offered: one person is enough to stop payments to a wrong destination. */
function isOnlySwitchedOff(before: object, after: Readonly<Record<string, unknown>>): boolean {
  const { is_active: isActive, ...others } = after;
  return isActive === false && isDeepStrictEqual(pickLike(before, others), others);
}

function nameOf(currency: string, protocol: string): string {
  return `${currency} ${protocol}`.trim();
}

function registerDrawCurrencies(app: FastifyInstance, deps: PayWayCallDeps): void {
  const { desk } = deps;
  addConsoleCall(app, deps, payWayCalls.drawCurrencies, async ({ company, query }) => {
    requireById(query.sort);
    const { rows, total } = await desk.currencies.list(company.id, query.page, query.per_page);
    return { data: rows.map(toDrawCurrencyRow), total };
  });
  addConsoleCall(app, deps, payWayCalls.drawCurrency, async ({ company, params }) => {
    const currency = await desk.currencies.find(company.id, params.id);
    if (currency === null) throw new RefusalError('payWayUnknown');
    return toDrawCurrencyRow(currency);
  });
  const input = (body: CurrencyBody) => ({ ...toDrawCurrencyTyped(body), ...confirmationOf(body) });
  addGovernedCall(app, deps, payWayCalls.addDrawCurrency, {
    kind: 'pay-way',
    async plan({ operator, body }) {
      await addPayoutCurrency(desk, operator, input(body));
      return { subject: nameOf(body.code, body.protocol), before: {}, after: proposedOf(body), isGoverned: true };
    },
    act: async ({ operator, body }) =>
      toDrawCurrencyRow(await (await addPayoutCurrency(desk, operator, input(body)))()),
  });
  addGovernedCall(app, deps, payWayCalls.changeDrawCurrency, {
    kind: 'pay-way',
    async plan({ operator, company, params, body }) {
      await changePayoutCurrency(desk, operator, params.id, input(body));
      const found = await desk.currencies.find(company.id, params.id);
      if (found === null) throw new RefusalError('payWayUnknown');
      const after = proposedOf(body);
      const before = pickLike(toDrawCurrencyRow(found), after);
      return {
        subject: nameOf(body.code, body.protocol),
        before,
        after,
        isGoverned: !isOnlySwitchedOff(before, after),
      };
    },
    act: async ({ operator, params, body }) =>
      toDrawCurrencyRow(await (await changePayoutCurrency(desk, operator, params.id, input(body)))()),
  });
}

type CurrencyBody = z.infer<(typeof payWayCalls)['addDrawCurrency']['body']>;

function confirmationOf({
  is_rate_confirmed: isRateConfirmed = false,
}: {
  readonly is_rate_confirmed?: boolean | undefined;
}) {
  return { isRateConfirmed };
}

function requireById(sort: string): void {
  if (sort !== 'id') throw invalidField('sort');
}

function toPayWayTyped(body: z.infer<typeof payWayBody>): DepositMethodInput {
  return {
    kind: body.kind,
    currency: body.currency,
    protocol: body.protocol,
    address: body.address,
    bankName: body.bank_name,
    bankAddress: body.bank_address,
    bankSwift: body.bank_swift,
    payeeName: body.payee_name,
    payeeAccount: body.payee_account,
    bankRemark: body.bank_remark,
    usdPrice: body.usd_price,
    min: body.min,
    isActive: body.is_active,
    watcher: body.watcher,
    confirmations: body.confirmations,
  };
}

function toPayWayRow({ way, freeAddresses }: ListedDepositMethod) {
  return {
    id: way.id,
    kind: way.kind,
    currency: way.currency,
    protocol: way.protocol,
    address: way.address,
    bank_name: way.bankName,
    bank_address: way.bankAddress,
    bank_swift: way.bankSwift,
    payee_name: way.payeeName,
    payee_account: way.payeeAccount,
    bank_remark: way.bankRemark,
    usd_price: toE8Text(way.usdPriceE8),
    min: toE8Text(way.minE8),
    is_active: way.isActive,
    watcher: way.watcher,
    confirmations: way.confirmations,
    created_at: way.createdAtMs,
    free_addresses: freeAddresses,
  };
}

function toDrawCurrencyTyped(body: z.infer<typeof drawCurrencyBody>): PayoutCurrencyInput {
  return {
    kind: body.kind,
    code: body.code,
    protocol: body.protocol,
    feeType: body.fee_type === 1 ? 1 : 2,
    drawRate: body.draw_rate,
    usdPrice: body.usd_price,
    min: body.min,
    max: body.max,
    isActive: body.is_active,
  };
}

function toDrawCurrencyRow(currency: PayoutCurrencyRecord) {
  return {
    id: currency.id,
    kind: currency.kind,
    code: currency.code,
    protocol: currency.protocol,
    fee_type: currency.feeType,
    draw_rate: toE8Text(currency.drawRateE8),
    usd_price: toE8Text(currency.usdPriceE8),
    min: plainUsd(currency.min),
    max: plainUsd(currency.max),
    is_active: currency.isActive,
    created_at: currency.createdAtMs,
  };
}

function toSettingsRow(settings: FundsSettings): z.infer<typeof fundsSettings> {
  return {
    withdrawal_second_from: plainUsd(settings.withdrawalSecondFrom),
    deposit_second_from: plainUsd(settings.depositSecondFrom),
    auto_credit_max: plainUsd(settings.autoCreditMax),
    method_hold_hours: settings.methodHoldHours,
    freeze_hours: settings.freezeHours,
    requests_max: settings.requestsMax,
  };
}

function plainUsd(amount: bigint): string {
  return toAmountText(amount, moneyScale, 0);
}
