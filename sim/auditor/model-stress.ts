import { profitOf } from './arithmetic.ts';
import { type Account, closePriceOf, type Order, openOrders } from './facts.ts';
import type { Model } from './model.ts';

// When positions that could not be closed hold money back; written from the R-FND rules, not from the engine.

/** Stress move of a price while no close is possible, in 10⁻⁴. */
const stressMoves: Readonly<Record<string, number>> = { 'fx-major': 300, index: 500, crypto: 2_000 };

/**
 * Refuses an amount if the remaining equity would not cover the stress moves of positions that cannot be closed
 * (R-FND-42).
 */
export function refuseUnderStress(model: Model, account: Account, amount: bigint): string | null {
  const lost = stressLoss(model, account);
  const { equity, margin } = model.figures(account);
  return lost !== null && equity - margin - amount - lost <= 0n ? 'market-closed-risk' : null;
}

/** Refuses the release of money that the account may owe (R-FND-47). */
export function refuseReleasing(model: Model, account: Account): string | null {
  if (!model.isPriced(account)) return 'no-price';
  const lost = stressLoss(model, account);
  return lost !== null && model.figures(account).equity - lost <= 0n ? 'market-closed-risk' : null;
}

/** Refuses a request at prices too old for a close while their market is open (R-FND-47). */
export function refuseOldPrices(model: Model, account: Account): string | null {
  const held = openOrders(account).filter(({ instrumentId }) => model.isTrading(instrumentId));
  const isOld = (id: number) => model.marketOf(id).kind === 'open' && isAged(model, id);
  if (held.some(({ instrumentId: id }) => isOld(id) || !model.isOfNow(id))) return 'price-stale';
  const converters = held.map((order) => model.converterOf(order)).filter((id) => id !== null);
  return converters.some(isOld) ? 'conversion-stale' : null;
}

/** Loss of the account under the worst stress moves; null if everything could be closed now. */
function stressLoss(model: Model, account: Account): bigint | null {
  const held = openOrders(account).filter(({ instrumentId }) => !isClosable(model, instrumentId));
  if (held.length === 0) return null;
  const ids = [...new Set(held.map(({ instrumentId }) => instrumentId))];
  return ids
    .map((id) =>
      worstOf(
        model,
        account,
        held.filter(({ instrumentId }) => instrumentId === id),
      ),
    )
    .reduce((sum, loss) => sum - loss, 0n);
}

/** Worst result of the positions of one instrument, at most zero. */
function worstOf(model: Model, account: Account, held: readonly Order[]): bigint {
  const id = held[0]?.instrumentId ?? 0;
  const last = model.prices.get(id);
  const rate = model.rateOf(id, account);
  if (last === undefined || rate == null) throw new Error(`auditor: instrument ${id} is priced`);
  const spec = model.spec(id);
  const outcomes = [last, model.marks.get(id) ?? last].flatMap((tick) =>
    [-1, 1].map((way) =>
      held.reduce((sum, order) => {
        const from = closePriceOf(order, tick);
        const moved = Math.max(1, from + way * Math.ceil((from * (stressMoves[spec.assetClass] ?? 0)) / 10_000));
        return sum + profitOf(spec, { ...order, openPrice: closePriceOf(order, last) }, moved, rate);
      }, 0n),
    ),
  );
  return outcomes.reduce((least, outcome) => (outcome < least ? outcome : least), 0n);
}

function isClosable(model: Model, id: number): boolean {
  return model.marketOf(id).kind === 'open' && !isAged(model, id) && model.isTrading(id) && model.isOfNow(id);
}

function isAged(model: Model, id: number): boolean {
  return model.marketOf(id).ageMs > model.rules.closeAgeMaxMs;
}
