import { useEffect, useRef } from 'react';
import { cx } from '../../../ui/class-names.ts';
import figuresStyles from '../../../ui/Figures.module.css';
import styles from './ChartLines.module.css';
import type { ChartLayerHandle, TagPlace } from './chart-layer.ts';
import { type PriceScale, priceAt } from './line-placing.ts';
import { axisEdgePx, roundPrices, tickText } from './price-axis.ts';

const numberHeight = 14;

interface AxisNumber {
  readonly y: number;
  readonly element: HTMLElement;
}

/**
 * Numbers of the price axis, in figures of one width, which a canvas cannot write. A number that a tag would cover is
 * left out; its grid line stays.
 */
export function AxisNumbers({ layer, digits }: { layer: ChartLayerHandle; digits: number }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let numbers: readonly AxisNumber[] = [];
    let written = '';
    const leaveScale = layer.onScale((toY, height) => {
      const box = host.current;
      const key = `${toY(0)} ${toY(1)} ${height} ${digits}`;
      if (box === null || key === written) return;
      written = key;
      numbers = writeNumbers(box, { toY, height }, digits);
    });
    const leaveTags = layer.axis.onLaidOut((places) => {
      for (const { y, element } of numbers) element.hidden = places.some((tag) => isCovered(y, tag));
    });
    return () => {
      leaveScale();
      leaveTags();
    };
  }, [layer, digits]);
  return (
    <div ref={host} className={cx(styles.numbers, figuresStyles.number)} data-part="axis-numbers" aria-hidden="true" />
  );
}

function isCovered(y: number, { top, height }: TagPlace): boolean {
  return y > top - numberHeight / 2 && y < top + height + numberHeight / 2;
}

function writeNumbers(box: HTMLElement, scale: PriceScale, digits: number): AxisNumber[] {
  const [high, low] = [priceAt(0, scale), priceAt(scale.height, scale)];
  if (high === null || low === null) return [];
  const prices = roundPrices(low, high, scale.height, digits)
    .map((price) => ({ price, y: scale.toY(Number(price)) }))
    .filter(({ y }) => y > axisEdgePx && y < scale.height - axisEdgePx);
  while (box.childElementCount < prices.length) box.append(document.createElement('span'));
  while (box.childElementCount > prices.length) box.lastElementChild?.remove();
  return prices.map(({ price, y }, index) => {
    const element = box.children[index] as HTMLElement;
    element.textContent = tickText(price, digits);
    element.style.top = `${y - numberHeight / 2}px`;
    return { y, element };
  });
}
