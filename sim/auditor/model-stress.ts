import { profitOf } from './arithmetic.ts';
import { type Account, closePriceOf, type Order, openOrders } from './facts.ts';
import type { Model } from './model.ts';

// When money may not leave because positions could not be closed, from the rules R-FND and from nothing of the engine's.

/** How far a price may move while nothing can be closed at it, in 10⁻⁴. */
const stressMoves: Readonly<Record<string, number>> = { 'fx-major': 300, index: 500, crypto: 2_000 };

/** R-FND-42: what is left would not carry the positions that cannot be closed over their stress moves. */
export function refuseUnderStress(model: Model, account: Account, amount: bigint): string | null {
  const lost = stressLoss(model, account);
  const { equity, margin } = model.figures(account);
  return lost !== null && equity - margin - amount - lost <= 0n ? 'market-closed-risk' : null;
}

/** R-FND-47: what an account may owe is not released. */
export function refuseReleasing(model: Model, account: Account): string | null {
  if (!model.isPriced(account)) return 'no-price';
  const lost = stressLoss(model, account);
  return lost !== null && model.figures(account).equity - lost <= 0n ? 'market-closed-risk' : null;
}

/** R-FND-47: nothing is asked for at prices that nothing would be closed at while its market is open. */
export function refuseOldPrices(model: Model, account: Account): string | null {
  const held = openOrders(account).filter(({ instrumentId }) => model.isTrading(instrumentId));
  const isOld = (id: number) => model.marketOf(id).kind === 'open' && isAged(model, id);
  if (held.some(({ instrumentId: id }) => isOld(id) || !model.isOfNow(id))) return 'price-stale';
  const converters = held.map((order) => model.converterOf(order)).filter((id) => id !== null);
  return converters.some(isOld) ? 'conversion-stale' : null;
}

/** What the account loses by the worst stress moves; null where everything could be closed now. */
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

/** The least that positions of one instrument may come to, zero at the most. */
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
