import { nextTradingDayStart } from '../calc/trading-day.ts';
import type { EngineEvent, OrderReduced, SwapCharged } from '../engine/event.ts';
import type { NightFacts } from '../engine/fill-facts.ts';
import type { OrderRecord } from '../engine/order.ts';
import { formatDecimal } from '../values/decimal.ts';
import type { OrderId } from '../values/ids.ts';
import { formatLots } from '../values/lots.ts';
import { formatMoney } from '../values/money.ts';
import { rateFacts } from './rate-facts.ts';
import { closeReceiptId, type RateFacts, type SwapFacts, type SwapStep } from './receipt.ts';

/** Steps of an order that its closing's receipt lists; of more, the newest. */
export const swapStepsMax = 400;

const pointsScale = 2;

/** A step of an open order's swap, in the order of the journal. */
export interface OrderSwapStep {
  readonly orderId: OrderId;
  readonly step: SwapStep;
}

/**
 * Returns the step of an order's swap that an event makes; null if it makes none. Nights of journals older than their
 * facts make none.
 */
export function swapStepOf(event: EngineEvent): OrderSwapStep | null {
  if (event.type === 'SwapCharged' && event.night !== undefined)
    return { orderId: event.order.id, step: nightStep(event, event.night) };
  // Older journals have parts as well, whose steps were not stored when they were folded.
  if (event.type === 'OrderReduced' && (event.fill.receipt ?? 1) >= 3)
    return { orderId: event.order.id, step: partStep(event) };
  return null;
}

function nightStep({ order }: SwapCharged, night: NightFacts): SwapStep {
  const rate: RateFacts = rateFacts(night.rate, night);
  return {
    kind: 'night',
    roll: order.swapRollMs ?? 0,
    terms: night.terms,
    ...(night.catalogue !== undefined && { catalogue: night.catalogue }),
    tripleDay: night.swapTripleDay,
    nights: night.nights,
    points: formatDecimal(BigInt(night.swapE2), pointsScale),
    lots: formatLots(order.lots, night),
    digits: night.digits,
    unitsPerLot: night.unitsPerLot.toString(),
    rate,
    amount: formatMoney(night.amount),
    total: formatMoney(order.swap),
  };
}

function partStep({ order, closed, fill }: OrderReduced): SwapStep {
  return {
    kind: 'part',
    receipt: closeReceiptId(closed),
    lots: formatLots(closed.lots, fill),
    amount: formatMoney(closed.swap),
    total: formatMoney(order.swap),
  };
}

/** Returns how a closed order came to its swap; `heldLots` is the size of the order before the close, as text. */
export function swapFactsOf(order: OrderRecord, heldLots: string, steps: readonly SwapStep[]): SwapFacts {
  const opened = order.openedAtMs ?? 0;
  const listed = steps.slice(-swapStepsMax);
  const night = listed.find((step) => step.kind === 'night');
  const isFirst =
    listed.length < swapStepsMax && night?.amount === night?.total && night?.roll === nextTradingDayStart(opened);
  const whole = night === undefined ? order.swapRollMs === null : isFirst;
  return { opened, lots: heldLots, whole, steps: listed };
}
