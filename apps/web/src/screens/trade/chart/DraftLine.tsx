import { formatPrice, toPrice } from '@candor/domain/values/price';
import { type KeyboardEvent, useRef } from 'react';
import type { InstrumentFacts } from '../../../data/instruments.ts';
import { groupDigits } from '../../../format/price-text.ts';
import { t } from '../../../i18n/text.ts';
import { type PendingDraft, usePendingDraft } from '../../../session/pending-draft.ts';
import { cx } from '../../../ui/class-names.ts';
import figuresStyles from '../../../ui/Figures.module.css';
import { Icon } from '../../../ui/Icon.tsx';
import styles from './ChartLines.module.css';
import type { ChartLayerHandle } from './chart-layer.ts';
import { LevelLine, TagFigures } from './LevelTag.tsx';
import { followedLevel, stepPips, useGrip } from './level-grip.ts';
import { type PriceScale, useLine, useScale } from './line-placing.ts';
import { isOutside, useIsFitted } from './scale-marks.ts';

const lineKey = 'draft';
const tagHeight = 28;

export interface DraftLineProps {
  readonly layer: ChartLayerHandle;
  readonly facts: InstrumentFacts;
}

/** Line of the pending order that is being written in the ticket (R-CHT-04). */
export function DraftLine({ layer, facts }: DraftLineProps) {
  const draft = usePendingDraft((store) => store.draft);
  if (draft === null || draft.instrumentId !== facts.id) return null;
  return <Draft {...{ layer, facts, draft }} />;
}

/** The line is dragged by its whole length, or stepped by keys, and changes the field of the ticket at once. */
function Draft({ layer, facts, draft }: DraftLineProps & { readonly draft: PendingDraft }) {
  const { digits, pipTicks, showCode } = facts.spec;
  const { ticks, set, text, side } = draft;
  const price = formatPrice(toPrice(ticks), digits);
  const scale = useRef<PriceScale | null>(null);
  const { line, tag, axisTag } = useLine(layer, { price: ticks / 10 ** digits, rank: 0, tagHeight });
  const isFitted = useIsFitted(layer, lineKey);
  useScale(layer, (toY, height) => {
    scale.current = { toY, height };
  });
  // A gesture that is broken off leaves the price where it was before.
  const grab = () =>
    followedLevel(scale, digits, { move: set, drop: (dropped) => (dropped === null ? set(ticks) : set(dropped)) });
  useGrip(layer, { lineKey, level: ticks, digits }, scale, grab);

  function onKeyDown(event: KeyboardEvent): void {
    const pips = stepPips[event.key as keyof typeof stepPips];
    if (pips === undefined) return;
    set(Math.max(1, ticks + pips * pipTicks));
    event.preventDefault();
    event.stopPropagation();
  }

  function onClick(): void {
    if (isFitted || isOutside(line.current)) layer.fit.toggle(lineKey, [Number(price)]);
  }

  return (
    <LevelLine {...{ line, axisTag, price }} kind={side} part="line-draft" count={1} isMoved>
      <span
        ref={tag}
        className={cx(styles.tag, styles.draft, figuresStyles.number)}
        data-part="order-tag"
        data-line={lineKey}
      >
        <span
          className={cx(styles.whole, styles.grip)}
          role="slider"
          tabIndex={0}
          aria-label={`${t('trade.ticket')} · ${t('trade.targetPrice')} · ${showCode} ${text}`}
          aria-orientation="vertical"
          aria-valuemin={1}
          aria-valuemax={ticks * 10}
          aria-valuenow={ticks}
          aria-valuetext={groupDigits(price)}
          onClick={onClick}
          onKeyDown={onKeyDown}
        >
          <b>
            <Icon name="grip" size={14} />
            {text}
          </b>
          <TagFigures price={price} money={null} isLive={false} />
        </span>
      </span>
    </LevelLine>
  );
}
