import { formatPrice, parsePrice, toPrice } from '@candor/domain/values/price';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { InstrumentFacts } from '../../../data/instruments.ts';
import { useTrading } from '../../../data/live.ts';
import type { Order } from '../../../data/order.ts';
import { showOrder } from '../../../data/shown-order.ts';
import { pipsText, signedText } from '../../../format/number-text.ts';
import { groupDigits } from '../../../format/price-text.ts';
import { t } from '../../../i18n/text.ts';
import { cx } from '../../../ui/class-names.ts';
import figuresStyles from '../../../ui/Figures.module.css';
import { Icon } from '../../../ui/Icon.tsx';
import styles from './ChartLines.module.css';
import type { ChartLayerHandle } from './chart-layer.ts';
import { entryName } from './entry-name.ts';
import { LevelLine, TagFigures } from './LevelTag.tsx';
import { followedLevel, stepPips, useGrip } from './level-grip.ts';
import { type PriceScale, useLine, useScale } from './line-placing.ts';
import { levelName, type MovableKind, moveLevel, storedLevel } from './move-level.ts';
import { isOutside, useIsFitted } from './scale-marks.ts';

const tagHeight = 20;
const movedHeight = 28;

export interface MovableLineProps {
  readonly layer: ChartLayerHandle;
  readonly facts: InstrumentFacts;
  readonly order: Order;
  readonly kind: MovableKind;
  readonly lineKey: string;
  /** Result of the order at a level, as text. */
  readonly worthAt: (level: string) => string | null;
  /** Called when a change begins and when it has ended. */
  readonly onMoving: (isMoving: boolean) => void;
}

/**
 * Stop of an order, or target of a pending one, on the chart: dragged by its whole length and sent when it is let go, or stepped by keys and sent by
 * Enter; for five seconds the change can be taken back (R-SCR-18). The server decides whether the level is allowed. A
 * tap, or Enter, opens the order, or shows a level outside the scale.
 */
export function MovableLine(props: MovableLineProps) {
  const { layer, facts, order, kind, lineKey, worthAt } = props;
  const { line, tag, axisTag, level, isMoved, isStepped, isBusy, text, save, cancel, onKeyDown } = useStopDraft(props);
  const { isPaused } = useTrading();
  const isFitted = useIsFitted(layer, lineKey);
  if (level === null) return null;
  const isPending = kind === 'pending';
  const isPaired = isPending && order.linkedId !== null;
  const profit = isPending ? null : worthAt(text);
  function open(): void {
    if (isMoved) return;
    if (isFitted || isOutside(line.current)) layer.fit.toggle(lineKey, [Number(text)]);
    else showOrder({ order, view: 'detail' });
  }
  return (
    <LevelLine
      {...{ line, axisTag, isMoved }}
      kind={isPending ? order.side : 'stop'}
      part={isPending ? 'line-pending' : 'line-stop'}
      count={1}
      price={text}
    >
      <span
        ref={tag}
        className={cx(styles.tag, isPending && styles.waiting, figuresStyles.number)}
        data-part="order-tag"
        data-line={lineKey}
        data-pair={isPaired ? order.linkedId : undefined}
      >
        <span
          className={cx(styles.whole, styles.grip)}
          role="slider"
          tabIndex={0}
          aria-label={`${levelName(kind)} · ${facts.spec.showCode} ${order.lots}${isPaired ? ` · ${t('oco.tag')}` : ''}`}
          aria-orientation="vertical"
          aria-valuemin={1}
          aria-valuemax={level * 10}
          aria-valuenow={level}
          aria-valuetext={`${groupDigits(text)}${profit === null ? '' : `, ${signedText(profit)}`}`}
          onClick={open}
          onKeyDown={(event) => onKeyDown(event, open)}
        >
          <b>
            {isPaired ? <Icon name="link" size={12} /> : null}
            {tagText(order, kind, facts)}
          </b>
          <TagFigures price={text} money={profit} isLive={false} />
        </span>
        {isStepped ? (
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
    </LevelLine>
  );
}

function tagText(order: Order, kind: MovableKind, { spec }: InstrumentFacts): string {
  if (kind === 'pending') return `${entryName(order)} ${order.lots}`;
  if (kind === 'takeProfit') return t('order.tp');
  const distance = parsePrice(order.trailingDistance ?? '', spec.digits);
  return distance === null ? t('order.sl') : t('order.trail', { pips: pipsText(distance, spec.pipTicks, false) });
}

/** Level that is being changed, and by what. */
interface Draft {
  readonly ticks: number;
  /** True for a change by keys, which is confirmed. */
  readonly isStepped: boolean;
}

/** State of a level that is being moved: its level, and the handlers of its line. */
function useStopDraft({ layer, facts, order, kind, lineKey, onMoving }: MovableLineProps) {
  const { digits, pipTicks } = facts.spec;
  const scale = useRef<PriceScale | null>(null);
  const [draft, setDraft] = useState<Draft | null>(null);
  const [isBusy, setBusy] = useState(false);
  const stored = storedLevel(order, kind);
  const level = draft?.ticks ?? (stored === null ? null : parsePrice(stored, digits));
  const text = level === null ? '' : formatPrice(toPrice(level), digits);
  const isMoved = draft !== null && text !== stored;
  const isStepped = isMoved && draft.isStepped;
  const { line, tag, axisTag } = useLine(layer, {
    price: level === null ? null : level / 10 ** digits,
    rank: isMoved ? 0 : 2,
    tagHeight: isStepped ? movedHeight : tagHeight,
  });
  useScale(layer, (toY, height) => {
    scale.current = { toY, height };
  });

  function change(next: Draft | null): void {
    setDraft(next);
    onMoving(next !== null);
  }

  async function save(to: string = text): Promise<void> {
    if (to === stored || isBusy) return change(null);
    setBusy(true);
    try {
      await moveLevel({ order, kind, to, digits });
    } finally {
      setBusy(false);
      change(null);
    }
  }

  function onKeyDown(event: KeyboardEvent, open: () => void): void {
    const pips = stepPips[event.key as keyof typeof stepPips];
    if (pips !== undefined) change({ ticks: Math.max(1, (level ?? 0) + pips * pipTicks), isStepped: true });
    else if (event.key === 'Enter' && isMoved) void save();
    else if (event.key === 'Enter') open();
    else if (event.key === 'Escape' && draft !== null) change(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const grab = () =>
    followedLevel(scale, digits, {
      move: (ticks) => change({ ticks, isStepped: false }),
      drop: (ticks) => (ticks === null ? change(null) : void save(formatPrice(toPrice(ticks), digits))),
    });
  useGrip(layer, { lineKey, level, digits }, scale, grab);
  return {
    line,
    tag,
    axisTag,
    level,
    text,
    isMoved,
    isStepped,
    isBusy,
    save: () => save(),
    cancel: () => change(null),
    onKeyDown,
  };
}
