import { useEffect, useRef, useState } from 'react';
import { useSparkline } from '../../data/queries.ts';
import { directionOf } from '../../format/number-text.ts';
import { whenIdle } from '../../platform/idle.ts';
import { cx } from '../../ui/class-names.ts';
import { Sparkline } from '../../ui/Sparkline.tsx';
import { tradeStateOf, useQuoteFact } from '../live-quote.ts';
import marketRowStyles from './MarketRow.module.css';

/** Longest wait for an idle page: prices come first. */
const idleWithinMs = 500;

export interface LiveSparklineProps {
  readonly id: number;
  readonly width?: number;
  readonly height?: number;
  readonly className?: string | undefined;
}

/** Sparkline that loads its candles when the row is visible (R-SCR-01); an empty box until then. */
export function LiveSparkline({ id, width = 120, height = 32, className }: LiveSparklineProps) {
  const box = useRef<HTMLSpanElement>(null);
  const [isVisible, setVisible] = useState(false);

  useEffect(() => {
    const element = box.current;
    if (element === null || isVisible) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) whenIdle(() => setVisible(true), idleWithinMs);
      },
      { rootMargin: '120px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isVisible]);

  return (
    <span ref={box} className={cx(marketRowStyles.sparkline, className)} data-part="sparkline-box">
      {isVisible ? <Drawing id={id} width={width} height={height} /> : null}
    </span>
  );
}

function Drawing({ id, width, height }: { id: number; width: number; height: number }) {
  const closes = useSparkline(id, true).data;
  const isOpen = useQuoteFact(id, tradeStateOf) === 'open';
  const direction = useQuoteFact(id, (quote) => directionOf(quote?.change));
  const open = useQuoteFact(id, (quote) => Number(quote?.open ?? Number.NaN));
  if (closes === undefined) return null;
  return (
    <Sparkline
      closes={closes}
      open={Number.isNaN(open) ? null : open}
      direction={isOpen ? direction : 'flat'}
      width={width}
      height={height}
    />
  );
}
