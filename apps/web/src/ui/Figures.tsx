import type { Direction, TailedNumber } from '../format/number-text.ts';
import { changeText, directionOf } from '../format/number-text.ts';
import { missing, splitPrice } from '../format/price-text.ts';
import { Triangle } from './Icon.tsx';

/** Six decimals, the last four in small type. */
export function Tailed({ number, className = '' }: { number: TailedNumber; className?: string }) {
  return (
    <span className={`num m6 ${className}`}>
      {number.head}
      {number.tail === '' ? null : <span className="tail">{number.tail}</span>}
    </span>
  );
}

/** A static price, in the three weights of a live one. */
export function Price({ text, digits, className = '' }: { text: string | null; digits: number; className?: string }) {
  if (text === null) return <span className={`px ${className}`}>{missing}</span>;
  const { lead, pip, fraction } = splitPrice(text, digits);
  return (
    <span className={`px ${className}`} role="text" aria-label={`${lead}${pip}${fraction}`}>
      <span className="px-l">{lead}</span>
      <span className="px-p">{pip}</span>
      {fraction === '' ? null : <span className="px-f">{fraction}</span>}
    </span>
  );
}

export function Delta({ change, className = '' }: { change: string | null; className?: string }) {
  const direction = directionOf(change);
  return (
    <span className={`delta ${direction} ${className}`}>
      <TriangleOf direction={direction} />
      <span className="num">{changeText(change)}</span>
    </span>
  );
}

/** Triangle of a direction; none for a flat one. */
export function TriangleOf({ direction, size = 8 }: { direction: Direction; size?: number }) {
  return direction === 'flat' ? null : <Triangle direction={direction} size={size} />;
}
