import type { Side } from '@candor/domain/values/ids';
import { Link, useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, memo, type ReactNode, useMemo, useRef, useState } from 'react';
import { askSide } from '../../data/asked-side.ts';
import { useDayOpens } from '../../data/day-opens.ts';
import type { InstrumentFacts } from '../../data/instruments.ts';
import { missing } from '../../format/price-text.ts';
import { t } from '../../i18n/text.ts';
import { chooseInstrument, type MarketColumn, marketColumns, useSettings } from '../../session/settings-store.ts';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import { Icon } from '../../ui/Icon.tsx';
import typographyStyles from '../../ui/typography.module.css';
import { InstrumentLogo } from '../../widgets/InstrumentLogo.tsx';
import { LiveFigure, LivePrice, LiveSpread } from '../../widgets/LivePrice.tsx';
import { tradeStateOf, useQuoteFact, useStaleMark } from '../../widgets/live-quote.ts';
import { LiveSparkline } from '../../widgets/market/LiveSparkline.tsx';
import { firstRows, RowState } from '../../widgets/market/MarketRow.tsx';
import { StarButton } from '../../widgets/market/StarButton.tsx';
import { useRowNear } from '../../widgets/offscreen-rows.ts';
import { ColumnSheet } from './ColumnSheet.tsx';
import { columnText, type HeadSort, sortByHead } from './columns.ts';
import styles from './DeskMarket.module.css';
import { ChangeSince, RangeBar } from './LiveCells.tsx';

export interface DeskMarketProps {
  readonly instruments: readonly InstrumentFacts[];
}

/** Instruments of the market as a dense table: columns of choice, sorted by any head (R-TKT-03). */
export function DeskMarket({ instruments }: DeskMarketProps) {
  const hidden = useSettings((settings) => settings.marketHidden);
  const [sort, setSort] = useState<HeadSort | null>(null);
  const [isChoosing, setChoosing] = useState(false);
  const shown = marketColumns.filter((column) => !hidden.includes(column));
  // Prices are compared when the head is pressed, so that no row moves under the pointer.
  const rows = useMemo(() => (sort === null ? instruments : sortByHead(instruments, sort)), [instruments, sort]);
  const toggle = (column: HeadSort['column']) => setSort((before) => nextSort(before, column));
  return (
    <div>
      <table className={styles.table} data-testid="desk-market">
        <thead>
          <tr>
            <th>
              <button
                type="button"
                className={buttonStyles.iconButton}
                aria-label={t('market.columns')}
                onClick={() => setChoosing(true)}
              >
                <Icon name="sliders" size={18} />
              </button>
            </th>
            <Head column="instrument" sort={sort} onSort={toggle} />
            {shown.map((column) => (
              <Head key={column} column={column} sort={sort} onSort={toggle} />
            ))}
            <th>
              <span className={typographyStyles.visuallyHidden} data-part="reader-text">
                {t('trade.ticket')}
              </span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((facts, index) => (
            <Row key={facts.id} facts={facts} columns={shown} isFirst={index < firstRows} />
          ))}
        </tbody>
      </table>
      {isChoosing ? <ColumnSheet onClose={() => setChoosing(false)} /> : null}
    </div>
  );
}

/** Returns the order after a press of a head: largest first (names from A), then the other way, then the list's own order. */
function nextSort(before: HeadSort | null, column: HeadSort['column']): HeadSort | null {
  const isFirstDown = column !== 'instrument';
  if (before?.column !== column) return { column, isDown: isFirstDown };
  return before.isDown === isFirstDown ? { column, isDown: !isFirstDown } : null;
}

interface HeadProps {
  readonly column: HeadSort['column'];
  readonly sort: HeadSort | null;
  readonly onSort: (column: HeadSort['column']) => void;
}

function Head({ column, sort, onSort }: HeadProps) {
  const isSorted = sort?.column === column;
  const name = columnText(column);
  return (
    <th data-column={column} aria-sort={!isSorted ? 'none' : sort.isDown ? 'descending' : 'ascending'}>
      {column === 'curve' ? (
        name
      ) : (
        <button type="button" className={cx(styles.head, isSorted && styles.sorted)} onClick={() => onSort(column)}>
          {name}
          {isSorted ? <Icon name={sort.isDown ? 'down' : 'up'} size={12} /> : null}
        </button>
      )}
    </th>
  );
}

interface RowProps {
  readonly facts: InstrumentFacts;
  readonly columns: readonly MarketColumn[];
  readonly isFirst: boolean;
}

const Row = memo(function Row({ facts, columns, isFirst }: RowProps) {
  const row = useRef<HTMLTableRowElement>(null);
  const isNear = useRowNear(row, facts.id, isFirst);
  const state = useQuoteFact(facts.id, tradeStateOf);
  const isOpen = state === 'open' || state === 'stale';
  const deal = useDeal(facts);
  return (
    <tr ref={row} data-code={facts.spec.code} className={cx(!isOpen && styles.closed)} {...useStaleMark(facts.id)}>
      <td>
        <StarButton facts={facts} className={styles.star} />
      </td>
      <td>
        <Link
          to="/trade"
          className={styles.link}
          data-testid="market-row"
          data-code={facts.spec.code}
          aria-keyshortcuts={isOpen ? 'B S F' : 'F'}
          onClick={() => chooseInstrument(facts.id, facts.spec)}
          onKeyDown={(event) => onRowKey(event, isOpen ? deal : null)}
        >
          <InstrumentLogo facts={facts} size={24} />
          <b>{facts.spec.showCode}</b>
          {isOpen ? null : <RowState id={facts.id} />}
        </Link>
      </td>
      {columns.map((column) => (
        <td key={column} data-column={column}>
          {isNear ? <Cell facts={facts} column={column} isOpen={isOpen} /> : null}
        </td>
      ))}
      <td>
        {isOpen && isNear ? (
          <span dir="ltr">
            {(['sell', 'buy'] as const).map((side) => (
              <button
                key={side}
                type="button"
                className={cx(styles.key, side === 'buy' ? styles.buy : styles.sell)}
                data-testid={`key-${side}`}
                aria-label={`${side === 'buy' ? t('trade.buy') : t('trade.sell')} ${facts.spec.showCode}`}
                onClick={() => deal(side)}
              >
                {side === 'buy' ? t('trade.buy') : t('trade.sell')}
              </button>
            ))}
          </span>
        ) : null}
      </td>
    </tr>
  );
});

/** Opens the ticket of the instrument with a side chosen. */
function useDeal({ id, spec }: InstrumentFacts): (side: Side) => void {
  const navigate = useNavigate();
  return (side) => {
    askSide(id, side);
    chooseInstrument(id, spec);
    void navigate({ to: '/trade' });
  };
}

/** Arrows go to the rows above and below; B and S open the ticket, F presses the star. */
function onRowKey(event: KeyboardEvent<HTMLElement>, deal: ((side: Side) => void) | null): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const row = event.currentTarget.closest('tr');
  const near = { ArrowDown: row?.nextElementSibling, ArrowUp: row?.previousElementSibling }[event.key];
  const key = event.key.toLowerCase();
  if (near !== undefined) near?.querySelector<HTMLElement>('a')?.focus();
  else if (key === 'b' && deal !== null) deal('buy');
  else if (key === 's' && deal !== null) deal('sell');
  else if (key === 'f') row?.querySelector<HTMLElement>('button')?.click();
  else return;
  event.preventDefault();
}

function Cell({ facts, column, isOpen }: { facts: InstrumentFacts; column: MarketColumn; isOpen: boolean }): ReactNode {
  const { id, spec } = facts;
  const opens = useDayOpens(id, column === 'week' || column === 'month');
  if (column === 'sell' || column === 'buy')
    return (
      <LivePrice
        id={id}
        digits={spec.digits}
        side={column === 'sell' ? 'bid' : 'ask'}
        className={figuresStyles.inRow}
        flashes
      />
    );
  if (column === 'spread') return <LiveSpread facts={facts} />;
  if (column === 'day') return isOpen ? <RowState id={id} /> : missing;
  if (column === 'week' || column === 'month')
    return <ChangeSince key={opens?.[column]} id={id} open={opens?.[column] ?? null} />;
  if (column === 'range') return <RangeBar id={id} />;
  if (column === 'curve') return <LiveSparkline id={id} width={96} height={24} className={styles.curve} />;
  return <LiveFigure id={id} field={column} />;
}
