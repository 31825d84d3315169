import { calculateProfit } from '@candor/domain/calc/order-formulas';
import type { Ratio } from '@candor/domain/values/decimal';
import { formatLots, parseLots } from '@candor/domain/values/lots';
import { formatMoney, parseMoney, toMoney } from '@candor/domain/values/money';
import { parsePrice } from '@candor/domain/values/price';
import { useMemo, useRef, useState } from 'react';
import { useAccount } from '../../../data/account.ts';
import type { InstrumentFacts } from '../../../data/instruments.ts';
import type { Order } from '../../../data/order.ts';
import { showActs } from '../../../data/shown-order.ts';
import { plural, t } from '../../../i18n/text.ts';
import { cx } from '../../../ui/class-names.ts';
import figuresStyles from '../../../ui/Figures.module.css';
import { Icon } from '../../../ui/Icon.tsx';
import typographyStyles from '../../../ui/typography.module.css';
import styles from './ChartLines.module.css';
import type { ChartLayerHandle } from './chart-layer.ts';
import { entryName } from './entry-name.ts';
import { GroupSheet } from './GroupSheet.tsx';
import { LevelLine, TagFigures } from './LevelTag.tsx';
import { useLine, useScale } from './line-placing.ts';
import { MovableLine } from './MovableLine.tsx';
import { groupLevels, type LevelGroup, levelKey, levelsOf, type OrderLevel } from './order-groups.ts';
import { isOutside, useIsFitted } from './scale-marks.ts';

export interface OrderLinesProps {
  readonly layer: ChartLayerHandle;
  readonly facts: InstrumentFacts;
  readonly orders: readonly Order[];
  readonly rate: Ratio | null;
}

/** Lines of positions and pending orders and of their stops and targets; those at about one price share a tag. */
export function OrderLines({ layer, facts, orders, rate }: OrderLinesProps) {
  const [movedKey, setMovedKey] = useState<string | null>(null);
  const [opened, setOpened] = useState<readonly Order[] | null>(null);
  const groups = useGroups(layer, orders, movedKey);
  return (
    <>
      {groups.map(({ key, levels }) => {
        const [level] = levels;
        if (levels.length > 1)
          return (
            <MergedLine key={key} {...{ layer, facts, levels, rate }} onOpen={() => setOpened(ordersOf(levels))} />
          );
        if (level.kind === 'position') return <EntryLine key={key} {...{ layer, level }} />;
        return (
          <MovableLine
            key={key}
            {...{ layer, facts }}
            order={level.order}
            kind={level.kind}
            lineKey={levelKey(level)}
            worthAt={(price) => worth({ ...level, price }, facts, rate)}
            onMoving={(isMoving) => setMovedKey(isMoving ? levelKey(level) : null)}
          />
        );
      })}
      {opened === null ? null : <GroupSheet orders={opened} facts={facts} onClose={() => setOpened(null)} />}
    </>
  );
}

const ordersOf = (levels: readonly OrderLevel[]) => levels.map(({ order }) => order);

/** Groups of the levels at the present scale; renders only when another grouping is due. */
function useGroups(layer: ChartLayerHandle, orders: readonly Order[], movedKey: string | null): readonly LevelGroup[] {
  const levels = useMemo(() => levelsOf(orders), [orders]);
  const [groups, setGroups] = useState<readonly LevelGroup[]>([]);
  const seen = useRef<{ readonly levels: unknown; readonly scale: string }>({ levels: null, scale: '' });
  useScale(layer, (toY, height) => {
    const scale = `${toY(0)} ${toY(1)} ${height} ${movedKey}`;
    if (seen.current.levels === levels && seen.current.scale === scale) return;
    const isSameList = seen.current.levels === levels;
    seen.current = { levels, scale };
    const next = groupLevels(levels, toY, height, movedKey);
    setGroups((before) => (isSameList && sameKeys(before, next) ? before : next));
  });
  return groups;
}

function sameKeys(before: readonly LevelGroup[], next: readonly LevelGroup[]): boolean {
  return before.length === next.length && before.every(({ key }, index) => key === next[index]?.key);
}

/** Result of the order if the level is reached, by the engine's formula. */
function worth({ order, price }: OrderLevel, { spec }: InstrumentFacts, rate: Ratio | null): string | null {
  const [lots, open, level] = [
    parseLots(order.lots, spec),
    parsePrice(order.entryPrice, spec.digits),
    parsePrice(price, spec.digits),
  ];
  if (lots === null || open === null || level === null || rate === null) return null;
  return formatMoney(calculateProfit(spec, order.side, lots, open, level, rate));
}

function sumMoney(amounts: readonly (string | null)[]): string | null {
  let sum = toMoney(0n);
  for (const amount of amounts) {
    const money = parseMoney(amount ?? '');
    if (money === null) return null;
    sum = toMoney(sum + money);
  }
  return formatMoney(sum);
}

/** Live profit of open orders; null if one of them is pending. */
function useProfit(orders: readonly Order[]): string | null {
  // Selected here, so that a push of figures does not render the stops again.
  return useAccount((account) =>
    sumMoney(
      orders.map((order) => (order.status === 'pending' ? null : (account.orders[order.id]?.profit ?? order.profit))),
    ),
  );
}

/** Entry of a position. A tap opens the order, or shows a price outside the scale. */
function EntryLine({ layer, level }: { layer: ChartLayerHandle; level: OrderLevel }) {
  const { order, price } = level;
  const { line, tag, axisTag } = useLine(layer, { price: Number(price), rank: 1, tagHeight: 20 });
  const profit = useProfit([order]);
  const key = levelKey(level);
  const isFitted = useIsFitted(layer, key);
  function onClick(): void {
    if (isFitted || isOutside(line.current)) layer.fit.toggle(key, [Number(price)]);
    else showActs(order);
  }
  return (
    <LevelLine {...{ line, axisTag, price }} kind={order.side} part={`line-${order.side}`} count={1}>
      <span ref={tag} className={cx(styles.tag, figuresStyles.number)} data-part="order-tag">
        <button type="button" className={styles.whole} onClick={onClick}>
          <b>{`${entryName(order)} ${order.lots}`}</b>
          <TagFigures price={price} money={profit} isLive />
        </button>
      </span>
    </LevelLine>
  );
}

interface MergedLineProps {
  readonly layer: ChartLayerHandle;
  readonly facts: InstrumentFacts;
  readonly levels: LevelGroup['levels'];
  readonly rate: Ratio | null;
  readonly onOpen: () => void;
}

/** One tag for several levels at about one price: "2 positions · 0.60". */
function MergedLine({ layer, facts, levels, rate, onOpen }: MergedLineProps) {
  const [{ kind, order, price }] = levels;
  const isEntry = kind === 'position' || kind === 'pending';
  const { line, tag, axisTag } = useLine(layer, { price: Number(price), rank: 1, tagHeight: 20 });
  const profit = useProfit(isEntry ? ordersOf(levels) : []);
  const money = isEntry ? profit : sumMoney(levels.map((level) => worth(level, facts, rate)));
  const key = levels.map(levelKey).join();
  const isFitted = useIsFitted(layer, key);
  function onClick(): void {
    if (isFitted || isOutside(line.current))
      layer.fit.toggle(
        key,
        levels.map((level) => Number(level.price)),
      );
    else onOpen();
  }
  const isPaired = kind === 'pending' && levels.some((level) => level.order.linkedId !== null);
  const part = kind === 'position' ? `line-${order.side}` : kind === 'pending' ? 'line-pending' : 'line-stop';
  return (
    <>
      <LevelLine {...{ line, axisTag, price, part }} kind={isEntry ? order.side : 'stop'} count={levels.length}>
        <span
          ref={tag}
          className={cx(styles.tag, kind === 'pending' && styles.waiting, figuresStyles.number)}
          data-part="order-tag"
        >
          <button type="button" className={styles.whole} onClick={onClick}>
            <b>
              {isPaired ? <Icon name="link" size={12} /> : null}
              {mergedName(levels, facts)}
            </b>
            {isPaired ? <span className={typographyStyles.visuallyHidden}>{t('oco.tag')}</span> : null}
            <TagFigures price={price} money={money} isLive={isEntry} />
          </button>
        </span>
      </LevelLine>
      {levels.slice(1).map((level) => (
        <BareLine key={levelKey(level)} layer={layer} level={level} />
      ))}
    </>
  );
}

function mergedName(levels: LevelGroup['levels'], { spec }: InstrumentFacts): string {
  const [{ kind }] = levels;
  if (kind === 'stopLoss') return `${levels.length} × ${t('order.sl')}`;
  if (kind === 'takeProfit') return `${levels.length} × ${t('order.tp')}`;
  const lots = levels.reduce((sum, { order }) => sum + (parseLots(order.lots, spec) ?? 0), 0);
  const count = plural(kind === 'pending' ? 'chart.pendingOrders' : 'chart.positions', levels.length);
  return `${count} · ${formatLots(lots, spec)}`;
}

/** Line without a tag, of a level whose tag is shared. */
function BareLine({ layer, level }: { layer: ChartLayerHandle; level: OrderLevel }) {
  const { line } = useLine(layer, { price: Number(level.price), rank: 9, tagHeight: 0, isBare: true });
  const isEntry = level.kind === 'position' || level.kind === 'pending';
  return (
    <div ref={line} className={cx(styles.line, isEntry ? styles[level.order.side] : styles.stop)} aria-hidden="true">
      <i className={styles.rule} />
    </div>
  );
}
