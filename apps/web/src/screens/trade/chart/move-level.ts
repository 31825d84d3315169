import { formatPrice, parsePrice, toPrice } from '@candor/domain/values/price';
import { useAccount } from '../../../data/account.ts';
import { useTrading } from '../../../data/live.ts';
import type { Order } from '../../../data/order.ts';
import { setStops, setTarget } from '../../../data/orders.ts';
import { groupDigits } from '../../../format/price-text.ts';
import { t } from '../../../i18n/text.ts';
import { showToast } from '../../../ui/toast.ts';
import { toastError } from '../../../widgets/toast-error.ts';
import type { LevelKind } from './order-groups.ts';

/** Levels that can be moved: a fill has its price. */
export type MovableKind = Exclude<LevelKind, 'position'>;

/** Time in ms in which a change on the chart can be taken back. */
const undoMs = 5_000;

const names = {
  stopLoss: 'trade.stopLoss',
  takeProfit: 'trade.takeProfit',
  pending: 'trade.targetPrice',
} as const satisfies Record<MovableKind, string>;

export function levelName(kind: MovableKind): string {
  return t(names[kind]);
}

/** Returns the level as the server has it; null if it is not set. */
export function storedLevel({ stopLoss, takeProfit, entryPrice }: Order, kind: MovableKind): string | null {
  return { stopLoss, takeProfit, pending: entryPrice }[kind];
}

export interface LevelMove {
  readonly order: Order;
  readonly kind: MovableKind;
  readonly to: string;
  readonly digits: number;
}

/** Sends a change of a level, and offers to take it back for five seconds (R-SCR-18). */
export async function moveLevel({ order, kind, to, digits }: LevelMove): Promise<void> {
  if (useTrading.getState().isPaused) return showToast('warn', t('trade.pausedTitle'));
  const from = storedLevel(order, kind);
  const distance = kind === 'stopLoss' ? newDistance(order, to, digits) : null;
  if (!(await send(order, kind, to, distance))) return;
  // A stop that followed the price does so again, at the distance from before.
  const before = kind === 'stopLoss' ? order.trailingDistance : null;
  const undo = async () => {
    if (from !== null && (await send(order, kind, from, before))) report(kind, from);
  };
  report(kind, to, from === null ? undefined : () => void undo());
}

/** Sets a level on the server. Resolves to false if it was refused, which is shown. */
async function send(order: Order, kind: MovableKind, level: string, distance: string | null): Promise<boolean> {
  try {
    if (kind === 'pending') await setTarget(order.id, level);
    else await setStops(order, { [kind]: level, ...(distance !== null && { trailingDistance: distance }) });
    return true;
  } catch (error) {
    toastError(error);
    return false;
  }
}

function report(kind: MovableKind, level: string, undo?: () => void): void {
  const text = t('trade.stopMoved', { name: levelName(kind), price: groupDigits(level) });
  if (undo === undefined) showToast('ok', text);
  else showToast('ok', text, undefined, { action: { label: t('chart.undo'), run: undo }, ms: undoMs });
}

/** A trailing stop that is moved by hand follows at its new distance (R-ORD-34). */
function newDistance(order: Order, level: string, digits: number): string | null {
  if (order.trailingDistance === null) return null;
  const price = useAccount.getState().orders[order.id]?.price ?? order.markPrice;
  const [from, to] = [parsePrice(price, digits), parsePrice(level, digits)];
  return from === null || to === null || from === to ? null : formatPrice(toPrice(Math.abs(from - to)), digits);
}
