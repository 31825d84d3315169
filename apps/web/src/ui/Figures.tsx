import type { Direction, TailedNumber } from '../format/number-text.ts';
import { missing, splitPrice } from '../format/price-text.ts';
import { cx } from './class-names.ts';
import styles from './Figures.module.css';
import { Triangle } from './Icon.tsx';

/** Six decimals, the last four in small type. */
export function Tailed({ number, className = '' }: { number: TailedNumber; className?: string | undefined }) {
  return (
    <span className={cx(styles.number, className)} data-part="amount">
      {number.head}
      {number.tail === '' ? null : <span className={styles.tail}>{number.tail}</span>}
    </span>
  );
}

/** A static price, in the three weights of a live one. */
export function Price({
  text,
  digits,
  className = '',
}: {
  text: string | null;
  digits: number;
  className?: string | undefined;
}) {
  if (text === null) return <span className={cx(styles.price, className)}>{missing}</span>;
  const { lead, pip, fraction } = splitPrice(text, digits);
  return (
    <span className={cx(styles.price, className)} role="text" aria-label={`${lead}${pip}${fraction}`}>
      <span className={styles.priceLead}>{lead}</span>
      <span className={styles.pricePip}>{pip}</span>
      {fraction === '' ? null : <span className={styles.priceFraction}>{fraction}</span>}
    </span>
  );
}

/** Triangle of a direction; none for a flat one. */
export function TriangleOf({ direction, size = 8 }: { direction: Direction; size?: number }) {
  return direction === 'flat' ? null : <Triangle direction={direction} size={size} />;
}
