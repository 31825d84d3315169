import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { memo, useRef } from 'react';
import type { InstrumentFacts } from '../../data/instruments.ts';
import { t } from '../../i18n/text.ts';
import { chooseInstrument } from '../../session/settings-store.ts';
import badgeStyles from '../../ui/Badge.module.css';
import { cx } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import { Icon } from '../../ui/Icon.tsx';
import typographyStyles from '../../ui/typography.module.css';
import { InstrumentLogo } from '../InstrumentLogo.tsx';
import { LiveChange, LiveFigure, LivePrice, LiveSpread } from '../LivePrice.tsx';
import { tradeStateOf, useQuoteFact } from '../live-quote.ts';
import { useRowNear } from '../offscreen-rows.ts';
import { LiveSparkline } from './LiveSparkline.tsx';
import styles from './MarketRow.module.css';
import { StarButton } from './StarButton.tsx';

/** Rows that fit on a tall screen. */
export const firstRows = 14;

export interface MarketRowProps {
  readonly facts: InstrumentFacts;
  readonly category: string;
  /** Letters that a search matched. */
  readonly matched?: string;
  /** True if there is room for a star beside the figures. */
  readonly hasStar?: boolean;
  /** True for the first rows, which are complete from the first frame on. */
  readonly isFirst?: boolean;
}

/**
 * Instrument row: logo, code, sparkline, last bid and change; only logo and code while it is far out of sight. It
 * renders for its facts and its market's state, never for a tick.
 */
export const MarketRow = memo(function MarketRow(props: MarketRowProps) {
  const { facts, category, matched, hasStar = false, isFirst = false } = props;
  const { spec } = facts;
  const link = useRef<HTMLAnchorElement>(null);
  const isNear = useRowNear(link, facts.id, isFirst);
  const state = useQuoteFact(facts.id, tradeStateOf);
  const row = (
    <Link
      ref={link}
      to="/trade"
      className={cx(styles.row, (state === 'closed' || state === 'no-price') && styles.closed)}
      data-testid="market-row"
      data-code={spec.code}
      onClick={() => chooseInstrument(facts.id, facts.spec)}
    >
      <InstrumentLogo facts={facts} size={36} />
      <span className={styles.texts}>
        <span className={styles.code}>
          {matched === undefined ? spec.showCode : <Matched code={spec.showCode} letters={matched} />}
        </span>
        {isNear ? (
          <RowCaption facts={facts} category={category} isOpen={state === 'open' || state === 'stale'} />
        ) : null}
      </span>
      {isNear ? <RowFigures facts={facts} /> : null}
    </Link>
  );
  if (!hasStar) return row;
  return (
    <div className={styles.starred}>
      {row}
      <StarButton facts={facts} className={styles.star} />
    </div>
  );
});

function RowFigures({ facts: { id, spec } }: { facts: InstrumentFacts }) {
  return (
    <>
      <LiveSparkline id={id} />
      <LiveFigure id={id} field="bid" className={cx(figuresStyles.number, styles.column)} />
      <LiveFigure id={id} field="ask" className={cx(figuresStyles.number, styles.column)} />
      <span className={styles.prices}>
        <LivePrice id={id} digits={spec.digits} className={cx(figuresStyles.inRow, styles.price)} flashes />
        <RowState id={id} />
      </span>
    </>
  );
}

export interface RowCaptionProps {
  readonly facts: InstrumentFacts;
  readonly category: string;
  readonly isOpen: boolean;
  readonly className?: string | undefined;
}

export function RowCaption({ facts, category, isOpen, className }: RowCaptionProps) {
  if (!isOpen)
    return (
      <span className={cx(styles.caption, className)} data-part="caption">
        {category}
      </span>
    );
  const label = t('market.spread', { pips: '' });
  return (
    <span className={cx(styles.caption, styles.spread, className)} data-part="caption spread">
      <span className={cx(figuresStyles.number, figuresStyles.inText)}>{label}</span>
      <LiveSpread facts={facts} />
    </span>
  );
}

export interface RowStateProps {
  readonly id: number;
  readonly changeClassName?: string | undefined;
  readonly badgeClassName?: string | undefined;
}

/** Change; or the reason why there is none. */
export function RowState({ id, changeClassName, badgeClassName }: RowStateProps): ReactNode {
  const state = useQuoteFact(id, tradeStateOf);
  if (state === 'closed') {
    return (
      <span className={cx(badgeStyles.badge, badgeStyles.closed, badgeClassName)} data-part="badge">
        <Icon name="moon" />
        {t('market.closed')}
      </span>
    );
  }
  if (state === 'no-price')
    return (
      <span className={cx(badgeStyles.badge, badgeStyles.mute, badgeClassName)} data-part="badge">
        {t('market.noPrice')}
      </span>
    );
  if (state === 'stale') {
    return (
      <span
        className={cx(badgeStyles.badge, badgeStyles.mute, badgeClassName)}
        data-part="badge stale"
        title={t('trade.staleTitle')}
      >
        <Icon name="clock" />
        <span className={typographyStyles.visuallyHidden} data-part="reader-text">
          {t('trade.staleTitle')}
        </span>
      </span>
    );
  }
  return <LiveChange id={id} className={cx(figuresStyles.change, changeClassName)} />;
}

/** Code with the matched letters in bold. A slash may lie inside the match. */
function Matched({ code, letters }: { code: string; letters: string }) {
  const [start, end] = matchedRange(code, letters);
  if (end === 0) return code;
  return (
    <>
      <span className={cx(typographyStyles.tertiary, styles.quiet)}>{code.slice(0, start)}</span>
      <b className={styles.match}>{code.slice(start, end)}</b>
      <span className={cx(typographyStyles.tertiary, styles.quiet)}>{code.slice(end)}</span>
    </>
  );
}

function matchedRange(code: string, letters: string): [number, number] {
  const places: number[] = [];
  let plain = '';
  for (const [index, char] of Array.from(code).entries()) {
    if (/[\s/]/.test(char)) continue;
    plain += char.toLowerCase();
    places.push(index);
  }
  const at = letters === '' ? -1 : plain.indexOf(letters);
  const first = places[at];
  const last = places[at + letters.length - 1];
  return at < 0 || first === undefined || last === undefined ? [0, 0] : [first, last + 1];
}
