import { formatLots } from '@candor/domain/values/lots';
import { formatPrice, toPrice } from '@candor/domain/values/price';
import { useEffect, useState } from 'react';
import type { InstrumentFacts } from '../../data/instruments.ts';
import type { Order } from '../../data/order.ts';
import { closeOrder, isUnpriced, moveToBreakEven, reverseOrder, setStops } from '../../data/orders.ts';
import type { OpenOrder } from '../../data/shown-order.ts';
import { isDesk } from '../../platform/media.ts';
import type { DealContext } from '../deal-context.ts';
import { toastAnswer } from '../toast-error.ts';
import { type PositionActs, stopAt, trailingDistance } from './position-acts.ts';
import { notePress, reportClose } from './report-act.ts';
import { toastReversal } from './toast-order.ts';
import type { UsualStop } from './usual-stop.ts';

export interface PositionSheetProps {
  readonly order: Order;
  readonly facts: InstrumentFacts;
  /** Called before the position ends by an act of the user, so that its end is not reported. */
  readonly onSend: () => void;
  readonly onClose: () => void;
  readonly onView: (view: OpenOrder['view']) => void;
}

/** Acts on a position, as the rows and keys call them. */
export interface Deeds {
  readonly isBusy: boolean;
  readonly canDeal: boolean;
  /** True while a reversal waits for its confirmation. */
  readonly isAsking: boolean;
  readonly close: () => void;
  readonly closeHalf: () => void;
  readonly addStop: () => void;
  readonly breakEven: () => void;
  readonly trail: () => void;
  readonly askReverse: () => void;
  readonly reverse: () => Promise<void>;
  readonly stay: () => void;
  readonly byKey: Readonly<Record<string, () => void>>;
}

/** Carries out the acts of the position sheet, one at a time. */
export function usePositionDeeds(
  { order, facts, onSend, onClose, onView }: PositionSheetProps,
  context: DealContext,
  acts: PositionActs | null,
  stop: UsualStop | null,
): Deeds {
  const { spec } = facts;
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const canDeal = !context.isPaused && context.isConnected && !isBusy;
  const run = (act: () => Promise<void>) => () => {
    if (!canDeal) return;
    setBusy(true);
    void act().finally(() => setBusy(false));
  };

  async function send(lots: string | null): Promise<void> {
    if (lots === null) onSend();
    const press = notePress(acts?.level ?? null, isDesk());
    const closing = closeOrder(order.id, lots);
    if (await isUnpriced(closing)) return onView(lots === null ? 'wait' : 'half');
    const rest = lots === null ? null : restText(acts, spec);
    await toastAnswer(closing, (answer) => {
      reportClose(answer, facts, press, { currency: context.currency, isQueued: false, rest });
      onClose();
    });
  }

  async function reverse(): Promise<void> {
    onSend();
    await toastAnswer(reverseOrder(order.id, null), (answer) => {
      toastReversal(answer, context.currency);
      onClose();
    });
  }

  const close = run(() => send(null));
  const half = acts?.half ?? null;
  const closeHalf = run(async () => (half === null ? undefined : send(formatLots(half.lots, spec))));
  const addStop = run(async () => {
    if (stop !== null) await toastAnswer(setStops(order, { stopLoss: formatPrice(stop.level, spec.digits) }));
  });
  const breakEven = run(async () => {
    if (acts?.breakEven.state === 'possible') await toastAnswer(moveToBreakEven(order.id));
  });
  const trail = run(async () => {
    const distance = trailingDistance(order, facts.spec, acts?.level ?? null);
    const change = order.trailingDistance === null ? distance : 0;
    if (change === null) return;
    const text = change === 0 ? '0' : formatPrice(toPrice(change), spec.digits);
    const stop =
      order.stopLoss === null && acts !== null && change > 0 ? { stopLoss: stopAt(order, spec, acts, change) } : {};
    await toastAnswer(setStops(order, { ...stop, trailingDistance: text }));
  });
  const askReverse = () => setAsking(acts !== null && canDeal);
  const byKey = { x: close, h: closeHalf, e: breakEven, t: trail, r: askReverse };
  const stay = () => setAsking(false);
  return { isBusy, canDeal, isAsking, close, closeHalf, addStop, breakEven, trail, askReverse, reverse, stay, byKey };
}

function restText(acts: PositionActs | null, spec: InstrumentFacts['spec']): string | null {
  return acts?.half ? formatLots(acts.half.rest, spec) : null;
}

/** Presses an act by its letter, without a modifier and outside of fields. */
export function useKeys(byKey: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isTyped = event.target instanceof HTMLElement && event.target.closest('input,select,textarea') !== null;
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyped) return;
      byKey[event.key.toLowerCase()]?.();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });
}
