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
import { addConsoleCall, type ConsoleDeps } from './add-console-call.ts';

export interface PayWayCallDeps extends ConsoleDeps {
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
  addConsoleCall(app, deps, payWayCalls.add, async ({ operator, body }) =>
    toPayWayRow(await addDepositMethod(desk, operator, { ...toPayWayTyped(body), ...confirmationOf(body) })),
  );
  addConsoleCall(app, deps, payWayCalls.replace, async ({ operator, params, body }) =>
    toPayWayRow(
      await replaceDepositMethod(desk, operator, params.id, { ...toPayWayTyped(body), ...confirmationOf(body) }),
    ),
  );
  addConsoleCall(app, deps, payWayCalls.addresses, ({ operator, params, body }) =>
    addPoolAddresses(desk, operator, params.id, body.addresses),
  );
  registerDrawCurrencies(app, deps);
  addConsoleCall(app, deps, payWayCalls.settings, async ({ company }) =>
    toSettingsRow(await fundsSettingsOf(desk.currencies, company.id)),
  );
  addConsoleCall(app, deps, payWayCalls.changeSettings, async ({ operator, body }) =>
    toSettingsRow(
      await changeFundsSettings(desk, operator, {
        withdrawalSecondFrom: body.withdrawal_second_from,
        depositSecondFrom: body.deposit_second_from,
        autoCreditMax: body.auto_credit_max,
        methodHoldHours: body.method_hold_hours,
        freezeHours: body.freeze_hours,
        requestsMax: body.requests_max,
      }),
    ),
  );
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
  addConsoleCall(app, deps, payWayCalls.addDrawCurrency, async ({ operator, body }) =>
    toDrawCurrencyRow(
      await addPayoutCurrency(desk, operator, { ...toDrawCurrencyTyped(body), ...confirmationOf(body) }),
    ),
  );
  addConsoleCall(app, deps, payWayCalls.changeDrawCurrency, async ({ operator, params, body }) =>
    toDrawCurrencyRow(
      await changePayoutCurrency(desk, operator, params.id, { ...toDrawCurrencyTyped(body), ...confirmationOf(body) }),
    ),
  );
}

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
