import { formatPrice, parsePrice, toPrice } from '@candor/domain/values/price';
import type { KeyboardEvent, PointerEvent } from 'react';
import { useRef, useState } from 'react';
import { useAccount } from '../../../data/account.ts';
import type { InstrumentFacts } from '../../../data/instruments.ts';
import { useTrading } from '../../../data/live.ts';
import type { Order } from '../../../data/order.ts';
import { setStops } from '../../../data/orders.ts';
import { directionOf, pipsText, signedText } from '../../../format/number-text.ts';
import { groupDigits } from '../../../format/price-text.ts';
import { t } from '../../../i18n/text.ts';
import { cx, directionClass } from '../../../ui/class-names.ts';
import figuresStyles from '../../../ui/Figures.module.css';
import { Icon } from '../../../ui/Icon.tsx';
import { showToast } from '../../../ui/toast.ts';
import type { StopKind } from '../../../widgets/stop-units.ts';
import { toastError } from '../../../widgets/toast-error.ts';
import type { ChartLayerHandle } from './CandleChart.tsx';
import chartLinesStyles from './ChartLines.module.css';
import { type PriceScale, place, ticksAt, useScale } from './line-placing.ts';

const stepPips = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 } as const;

export interface StopLineProps {
  readonly layer: ChartLayerHandle;
  readonly facts: InstrumentFacts;
  readonly order: Order;
  readonly kind: StopKind;
  /** Result of the order at a level, as text. */
  readonly worthAt: (level: string) => string | null;
}

/**
 * Stop of an open order on the chart: dragged by its tag or moved by keys, and sent only after a confirmation, so that
 * a slip moves nothing (R-SCR-18). The server decides whether the level is allowed.
 */
export function StopLine({ layer, facts, order, kind, worthAt }: StopLineProps) {
  const { line, level, isMoved, isBusy, text, save, cancel, ...handlers } = useStopDraft({ layer, facts, order, kind });
  const { isPaused } = useTrading();
  if (level === null) return null;
  const profit = worthAt(text);
  return (
    <div ref={line} className={cx(chartLinesStyles.line, chartLinesStyles.stop, isMoved && chartLinesStyles.moved)}>
      <i className={chartLinesStyles.rule} />
      <span className={cx(chartLinesStyles.tag, figuresStyles.number)} data-part="order-tag">
        <b
          className={chartLinesStyles.grip}
          role="slider"
          tabIndex={0}
          aria-label={`${nameOf(kind)} · ${facts.spec.showCode} ${order.lots}`}
          aria-orientation="vertical"
          aria-valuemin={1}
          aria-valuemax={level * 10}
          aria-valuenow={level}
          aria-valuetext={`${groupDigits(text)}${profit === null ? '' : `, ${signedText(profit)}`}`}
          {...handlers}
        >
          {tagText(order, kind, facts)}
        </b>
        {profit === null ? null : <span className={directionClass[directionOf(profit)]}>{signedText(profit)}</span>}
        {isMoved ? (
          <>
            <button
              type="button"
              aria-label={isPaused ? t('trade.paused') : t('common.save')}
              aria-busy={isBusy}
              disabled={isPaused}
              onClick={() => void save()}
            >
              <Icon name="check" size={14} />
            </button>
            <button type="button" aria-label={t('common.cancel')} disabled={isBusy} onClick={cancel}>
              <Icon name="close" size={14} />
            </button>
          </>
        ) : null}
      </span>
      <span className={cx(chartLinesStyles.axisTag, figuresStyles.number)}>{groupDigits(text)}</span>
    </div>
  );
}

function tagText({ trailingDistance }: Order, kind: StopKind, { spec }: InstrumentFacts): string {
  if (kind === 'takeProfit') return t('order.tp');
  const distance = parsePrice(trailingDistance ?? '', spec.digits);
  return distance === null ? t('order.sl') : t('order.trail', { pips: pipsText(distance, spec.pipTicks, false) });
}

/** A trailing stop that is moved by hand follows at its new distance (R-ORD-34). */
function newDistance(order: Order, level: string, digits: number): { trailingDistance?: string } {
  if (order.trailingDistance === null) return {};
  const price = useAccount.getState().orders[order.id]?.price ?? order.markPrice;
  const [from, to] = [parsePrice(price, digits), parsePrice(level, digits)];
  if (from === null || to === null || from === to) return {};
  return { trailingDistance: formatPrice(toPrice(Math.abs(from - to)), digits) };
}

/** State of a stop that is being moved: its level, and the handlers of its grip. */
function useStopDraft({ layer, facts, order, kind }: Omit<StopLineProps, 'worthAt'>) {
  const { digits, pipTicks } = facts.spec;
  const line = useRef<HTMLDivElement>(null);
  const scale = useRef<PriceScale | null>(null);
  const [draft, setDraft] = useState<number | null>(null);
  const [isBusy, setBusy] = useState(false);
  const stored = kind === 'stopLoss' ? order.stopLoss : order.takeProfit;
  const level = draft ?? (stored === null ? null : parsePrice(stored, digits));
  useScale(layer, (toY, height) => {
    scale.current = { toY, height };
    const y = level === null ? null : toY(level / 10 ** digits);
    // A line that is being moved stays visible and focused, even if its level is outside the pane.
    place(line.current, y === null || draft === null ? y : Math.min(height, Math.max(0, y)), height);
  });
  const text = level === null ? '' : formatPrice(toPrice(level), digits);
  const isMoved = draft !== null && text !== stored;

  async function save(): Promise<void> {
    if (!isMoved || isBusy) return setDraft(null);
    if (useTrading.getState().isPaused) return showToast('warn', t('trade.pausedTitle'));
    setBusy(true);
    try {
      await setStops(order, { [kind]: text, ...(kind === 'stopLoss' && newDistance(order, text, digits)) });
      showToast('ok', t('trade.stopMoved', { name: nameOf(kind), price: groupDigits(text) }));
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
      setDraft(null);
    }
  }

  function onKeyDown(event: KeyboardEvent): void {
    const pips = stepPips[event.key as keyof typeof stepPips];
    if (pips !== undefined) setDraft(Math.max(1, (level ?? 0) + pips * pipTicks));
    else if (event.key === 'Enter') void save();
    else if (event.key === 'Escape' && draft !== null) setDraft(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function onPointerMove(event: PointerEvent<HTMLElement>): void {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const box = line.current?.parentElement?.getBoundingClientRect();
    if (box === undefined || scale.current === null) return;
    const ticks = ticksAt(event.clientY - box.top, scale.current, digits);
    if (ticks !== null) setDraft(ticks);
  }

  const cancel = () => setDraft(null);
  return { line, level, text, isMoved, isBusy, save, cancel, onKeyDown, onPointerDown: capturePointer, onPointerMove };
}

function capturePointer(event: PointerEvent<HTMLElement>): void {
  event.currentTarget.setPointerCapture(event.pointerId);
  event.stopPropagation();
}

function nameOf(kind: StopKind): string {
  return kind === 'stopLoss' ? t('trade.stopLoss') : t('trade.takeProfit');
}
