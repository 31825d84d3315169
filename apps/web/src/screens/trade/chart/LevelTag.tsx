import type { ReactNode, Ref } from 'react';
import { directionOf, signedText } from '../../../format/number-text.ts';
import { groupDigits } from '../../../format/price-text.ts';
import { cx, directionClass } from '../../../ui/class-names.ts';
import figuresStyles from '../../../ui/Figures.module.css';
import styles from './ChartLines.module.css';
import { Leads } from './Lead.tsx';

export interface LevelLineProps {
  readonly line: Ref<HTMLDivElement>;
  readonly kind: 'buy' | 'sell' | 'stop';
  readonly part: string;
  /** Number of orders that share the tag. */
  readonly count: number;
  readonly isMoved?: boolean;
  readonly axisTag: Ref<HTMLSpanElement>;
  readonly price: string;
  readonly children: ReactNode;
}

/** Line of one level, or of the first of several that share a tag, with its tag on the price axis. */
export function LevelLine({ line, kind, part, count, isMoved = false, axisTag, price, children }: LevelLineProps) {
  return (
    <div
      ref={line}
      className={cx(styles.line, styles[kind], isMoved && styles.moved)}
      data-part={part}
      data-orders={count}
    >
      <i className={styles.rule} />
      <Leads />
      {children}
      <span ref={axisTag} className={cx(styles.axisTag, figuresStyles.number)} data-part="axis-tag" aria-hidden="true">
        {groupDigits(price)}
      </span>
    </div>
  );
}

/** Price of a level, which its tag shows while it is outside the scale, and its money. */
export function TagFigures({ price, money, isLive }: { price: string; money: string | null; isLive: boolean }) {
  return (
    <>
      <span className={styles.edgePrice}>{groupDigits(price)}</span>
      {money === null ? null : (
        <span
          className={cx(
            isLive && figuresStyles.live,
            isLive && figuresStyles.ofAccount,
            directionClass[directionOf(money)],
          )}
          data-part="order-money"
        >
          {signedText(money)}
        </span>
      )}
    </>
  );
}
