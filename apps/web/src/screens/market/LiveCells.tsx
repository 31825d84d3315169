import { changeText, directionOf } from '../../format/number-text.ts';
import { missing } from '../../format/price-text.ts';
import { cx, directionClass } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import { useFigurePaint } from '../../widgets/live-quote.ts';
import { changeSince, placeInRange } from './columns.ts';
import styles from './DeskMarket.module.css';

/** Change since a price, in percent; it follows the bid without rendering. */
export function ChangeSince({ id, open }: { id: number; open: number | null }) {
  const root = useFigurePaint<HTMLSpanElement>(id, (element, quote) => {
    const change = changeSince(quote?.bid ?? null, open);
    const text = change === null ? missing : changeText(change.toFixed(2));
    if (element.textContent !== text) element.textContent = text;
    const direction = change === null ? 'flat' : directionOf(change.toFixed(2));
    element.className = cx(figuresStyles.number, figuresStyles.live, directionClass[direction]);
  });
  return <span ref={root} />;
}

/** Place of the bid between the low and the high of the day. */
export function RangeBar({ id }: { id: number }) {
  const root = useFigurePaint<HTMLSpanElement>(id, (element, quote) => {
    const place = placeInRange(quote?.bid ?? null, quote?.low ?? null, quote?.high ?? null);
    const mark = element.firstElementChild as HTMLElement;
    mark.hidden = place === null;
    if (place !== null) mark.style.left = `${(place * 100).toFixed(1)}%`;
    element.setAttribute('aria-label', place === null ? missing : `${(place * 100).toFixed(0)}%`);
  });
  return (
    <span ref={root} className={styles.range} role="img" dir="ltr">
      <i />
    </span>
  );
}
