import type { SetAlertBody } from '@candor/contracts/http/alerts';
import type { SetAlert } from '@candor/domain/engine/command';
import { parseDecimal } from '@candor/domain/values/decimal';
import type { OrderId } from '@candor/domain/values/ids';
import { type Money, parseMoney } from '@candor/domain/values/money';
import { parsePrice } from '@candor/domain/values/price';
import type { Market } from '../../ports/market.ts';
import { invalidField } from './envelope.ts';
import { type CommandSource, requireSpec } from './to-command.ts';

/** Hundredths of a percent: 0.01% to 50%. */
const movesE2 = [1n, 5_000n] as const;
/** Whole percent. */
const marginLevels = [1n, 100_000n] as const;
/** Largest amount either way, in micros: a billion. */
const amountMax = 10n ** 15n;

/** Returns the command of a new alert. Throws 1001 that names a field which is missing or out of its range. */
export function toSetAlert(body: SetAlertBody, market: Market, source: CommandSource): SetAlert {
  const base = { type: 'SetAlert', ...source } as const;
  const { kind } = body;
  switch (kind) {
    case 'price':
    case 'percent': {
      const spec = requireSpec(market, body.forex_id ?? missing('forex_id'));
      const about = { instrumentId: spec.id, quoteSide: body.side ?? missing('side') };
      if (kind === 'percent')
        return { ...base, kind, ...about, percentE2: within(body.percent, 2, movesE2, 'percent') };
      const price = parsePrice(body.price ?? missing('price'), spec.digits);
      return { ...base, ...about, when: whenOf(body), price: price ?? missing('price') };
    }
    case 'margin':
      return { ...base, kind, percent: within(body.percent, 0, marginLevels, 'percent') };
    case 'profit': {
      const orderId = (body.order_id ?? missing('order_id')) as OrderId;
      return { ...base, kind, orderId, when: whenOf(body), amount: amountOf(body, -amountMax) };
    }
    case 'swap':
      return { ...base, kind, amount: amountOf(body, 1n) };
  }
}

function missing(field: string): never {
  throw invalidField(field);
}

function whenOf({ when }: SetAlertBody): 'at-or-above' | 'at-or-below' {
  return (when ?? missing('when')) === 'above' ? 'at-or-above' : 'at-or-below';
}

function within(
  text: string | undefined,
  scale: number,
  [least, most]: readonly [bigint, bigint],
  field: string,
): number {
  const value = text === undefined ? null : parseDecimal(text, scale);
  return value === null || value < least || value > most ? missing(field) : Number(value);
}

function amountOf({ amount }: SetAlertBody, least: bigint): Money {
  const money = amount === undefined ? null : parseMoney(amount);
  return money === null || money < least || money > amountMax ? missing('amount') : money;
}
