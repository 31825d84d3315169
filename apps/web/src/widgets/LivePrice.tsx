import { useRef } from 'react';
import type { InstrumentFacts } from '../data/instruments.ts';
import { toTicks } from '../data/instruments.ts';
import type { LiveQuote } from '../data/quotes.ts';
import { changeText, directionOf, pipsText, signedText } from '../format/number-text.ts';
import { missing, priceText, splitPrice } from '../format/price-text.ts';
import { prefersStill } from '../platform/media.ts';
import { cx, directionClass } from '../ui/class-names.ts';
import figuresStyles from '../ui/Figures.module.css';
import iconStyles from '../ui/Icon.module.css';
import { trianglePath } from '../ui/Icon.tsx';
import { useFigurePaint } from './live-quote.ts';

const flashEveryMs = 500;
/** Same value as `--dur-tick`. */
const flashMs = 600;
/** Fades in three steps: a smooth fade in ten ticking rows would repaint the page sixty times a second. */
const flashEasing = 'steps(3)';

/** Characters from which a price is marked as long, for keys of one width. */
const longFrom = 8;

export interface LivePriceProps {
  readonly id: number;
  readonly digits: number;
  readonly side?: 'bid' | 'ask';
  readonly className?: string | undefined;
  readonly flashes?: boolean;
  readonly testId?: string;
}

/** Live price in lead, pip and fraction. It writes its text itself; a tick renders no component. */
export function LivePrice({ id, digits, side = 'bid', className = '', flashes = false, testId }: LivePriceProps) {
  const flash = useFlash();
  const root = useFigurePaint<HTMLSpanElement>(id, (element, quote, isTick) => {
    const text = quote?.[side] ?? null;
    const shown = element.dataset['price'];
    if (shown === (text ?? '')) return;
    const [lead, pip, fraction] = element.children as unknown as [HTMLElement, HTMLElement, HTMLElement];
    const parts = text === null ? { lead: missing, pip: '', fraction: '' } : splitPrice(text, digits);
    write(lead, parts.lead);
    write(pip, parts.pip);
    write(fraction, parts.fraction);
    element.toggleAttribute('data-long', [parts.lead, parts.pip, parts.fraction].join('').length >= longFrom);
    element.dataset['price'] = text ?? '';
    element.setAttribute('aria-label', text === null ? missing : priceText(text));
    if (flashes && isTick && text !== null && shown !== undefined && shown !== '')
      flash(pip, Number(text) > Number(shown));
  });

  return (
    <span
      ref={root}
      className={cx(figuresStyles.price, figuresStyles.live, className)}
      role="text"
      data-testid={testId}
    >
      <span className={figuresStyles.priceLead} />
      <span className={figuresStyles.pricePip} />
      <span className={figuresStyles.priceFraction} />
    </span>
  );
}

function write(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Highlights the pip digits, at most twice a second per row (DESIGN 3). Not a CSS transition, whose start and end
 * events alone keep a page with many ticks busy.
 */
function useFlash() {
  const last = useRef(0);
  return (element: HTMLElement, isUp: boolean) => {
    const now = performance.now();
    if (now - last.current < flashEveryMs || prefersStill()) return;
    last.current = now;
    const lit = isUp ? 'var(--color-up-soft)' : 'var(--color-down-soft)';
    element.animate({ backgroundColor: [lit, 'transparent'] }, { duration: flashMs, easing: flashEasing });
  };
}

export interface LiveChangeProps {
  readonly id: number;
  readonly className?: string | undefined;
  /** If present, also the difference in price units, as under the hero price. */
  readonly digits?: number;
  readonly triangle?: number;
}

/** Change since the day's open: triangle, optional difference, percent. */
export function LiveChange({ id, className = figuresStyles.change, digits, triangle = 8 }: LiveChangeProps) {
  const root = useFigurePaint<HTMLSpanElement>(id, (element, quote) => {
    const [svg, difference, percent] = element.children as unknown as [SVGElement, HTMLElement, HTMLElement];
    const direction = directionOf(quote?.change ?? null);
    const name = cx(className, figuresStyles.live, directionClass[direction]);
    if (element.className !== name) {
      element.className = name;
      svg.style.display = direction === 'flat' ? 'none' : '';
      if (direction !== 'flat') svg.firstElementChild?.setAttribute('d', trianglePath(direction));
    }
    write(difference, digits === undefined ? '' : differenceText(quote, digits));
    write(percent, changeText(quote?.change ?? null));
  });

  return (
    <span ref={root} className={cx(className, figuresStyles.live)} data-part="change">
      <svg className={iconStyles.triangle} width={triangle} height={triangle} viewBox="0 0 8 8" aria-hidden="true">
        <path />
      </svg>
      <span className={figuresStyles.number} hidden={digits === undefined} />
      <span className={figuresStyles.number} />
    </span>
  );
}

function differenceText(quote: LiveQuote | undefined, digits: number): string {
  if (quote?.bid === undefined || quote.bid === null || quote.open === null) return missing;
  return signedText((Number(quote.bid) - Number(quote.open)).toFixed(digits), digits);
}

/** Spread (ask minus bid) in pips. */
export function LiveSpread({
  facts,
  className = figuresStyles.number,
}: {
  facts: InstrumentFacts;
  className?: string | undefined;
}) {
  const root = useFigurePaint<HTMLSpanElement>(facts.id, (element, quote) => {
    const ticks = toTicks(quote, facts.spec.digits);
    write(element, ticks === null ? missing : pipsText(ticks.ask - ticks.bid, facts.spec.pipTicks, false));
  });
  return <span ref={root} className={className} />;
}

/** One figure of the quote: open, high, low, bid or ask. */
export function LiveFigure({
  id,
  field,
  className = figuresStyles.number,
}: {
  id: number;
  field: 'open' | 'high' | 'low' | 'bid' | 'ask';
  className?: string | undefined;
}) {
  const root = useFigurePaint<HTMLSpanElement>(id, (element, quote) =>
    write(element, priceText(quote?.[field] ?? null)),
  );
  const isLive = field === 'bid' || field === 'ask';
  return <span ref={root} className={cx(className, isLive && figuresStyles.live)} />;
}
