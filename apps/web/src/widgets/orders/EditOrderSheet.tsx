import { formatLots, toLots } from '@candor/domain/values/lots';
import { formatPrice, type Price, parsePrice } from '@candor/domain/values/price';
import { useState } from 'react';
import type { InstrumentFacts } from '../../data/instruments.ts';
import type { Order } from '../../data/order.ts';
import { type Amendment, amendOrder } from '../../data/orders.ts';
import { lotStepsFromTyped, priceFromTyped } from '../../format/decimal-input.ts';
import { t } from '../../i18n/text.ts';
import { pressOnce } from '../../ui/BusyButton.tsx';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import { Price as StillPrice } from '../../ui/Figures.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { Sheet } from '../../ui/Sheet.tsx';
import stepperStyles from '../../ui/Stepper.module.css';
import { Stepper } from '../../ui/Stepper.tsx';
import { showToast } from '../../ui/toast.ts';
import typographyStyles from '../../ui/typography.module.css';
import { type DealContext, useDealContext } from '../deal-context.ts';
import { pendingKind } from '../pending-kind.ts';
import { StopCard } from '../StopCard.tsx';
import { type StopKind, steppedPrice } from '../stop-units.ts';
import { toastAnswer } from '../toast-error.ts';
import { ExpiryChoice } from './ExpiryChoice.tsx';
import styles from './OrderSheets.module.css';
import { changesOf, editOf, type OrderEdit, stopAt, wrongField } from './order-edit.ts';
import { orderProfit } from './order-figures.ts';
import { useOrderMark } from './order-parts.tsx';

type Field = 'targetPrice' | 'lots' | StopKind;

interface EditProps {
  readonly edit: OrderEdit;
  readonly facts: InstrumentFacts;
  readonly context: DealContext;
  readonly order: Order;
  readonly onChange: (part: Partial<OrderEdit>) => void;
  readonly onUnusable: (field: Field) => (isUnusable: boolean) => void;
}

/** Changes price, lots, stops and expiry of a pending order, which keeps its id and its link (R-ORD-43). */
export function EditOrderSheet({ order, facts, onDone }: { order: Order; facts: InstrumentFacts; onDone: () => void }) {
  const context = useDealContext(facts);
  const [changed, setChanged] = useState<Partial<OrderEdit>>({});
  const [unusable, setUnusable] = useState<Field | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [nowMs] = useState(Date.now);
  const edit = { ...editOf(order, facts.spec), ...changed };
  const wrong = unusable ?? wrongField(edit, order.side);
  const changes = changesOf(order, edit, facts.spec, nowMs);

  async function save(close: () => void, sent: Amendment): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    await toastAnswer(amendOrder(order.id, sent), (message) => {
      showToast('ok', message);
      close();
    });
    setBusy(false);
  }

  const props: EditProps = {
    edit,
    facts,
    context,
    order,
    onChange: (part) => setChanged((before) => ({ ...before, ...part })),
    onUnusable: (field) => (isUnusable) => setUnusable(isUnusable ? field : null),
  };
  return (
    <Sheet
      title={t('order.edit')}
      label={t('order.edit')}
      onClose={onDone}
      renderFooter={(close) => (
        <button
          // Another button: a press that began on the one that was off must not save what leaving the field restored.
          key={unusable}
          type="button"
          className={cx(buttonStyles.button, buttonStyles.primary, buttonStyles.wide, isBusy && buttonStyles.busy)}
          data-testid="order-edit-save"
          disabled={wrong !== null || changes === null || !context.isConnected || context.isPaused}
          aria-busy={isBusy}
          onKeyDown={pressOnce}
          onClick={() => changes !== null && void save(close, changes)}
        >
          {isBusy ? <i className={buttonStyles.spinner} /> : null}
          {context.isPaused
            ? t('trade.paused')
            : wrong === null
              ? t('common.save')
              : t('trade.checkField', { field: t(`trade.${wrong}`) })}
        </button>
      )}
    >
      <div className={cx(layoutStyles.column, styles.fields)} {...useOrderMark(order)}>
        <Target {...props} />
        <Lots {...props} />
        {(['stopLoss', 'takeProfit'] as const).map((kind) => (
          <Level key={kind} kind={kind} {...props} />
        ))}
        <ExpiryChoice expiry={edit.expiry} onChange={(expiry) => props.onChange({ expiry })} />
      </div>
    </Sheet>
  );
}

function Target({ edit, facts: { spec }, context: { sides }, order, onChange, onUnusable }: EditProps) {
  const text = formatPrice(edit.target as Price, spec.digits);
  return (
    <div>
      <div className={typographyStyles.label}>
        <span>{t('trade.targetPrice')}</span>
        {sides === null ? null : (
          <small
            className={cx(typographyStyles.strong, order.side === 'buy' ? figuresStyles.rising : figuresStyles.falling)}
          >
            {t(`trade.${pendingKind(order.side, edit.target, sides)}`)}
          </small>
        )}
      </div>
      <Stepper
        label={t('trade.targetPrice')}
        className={cx(stepperStyles.large, stepperStyles.inWell)}
        value={text}
        display={<StillPrice text={text} digits={spec.digits} />}
        onStep={(direction) => onChange({ target: steppedPrice(edit.target, direction, spec) })}
        onType={(typed) => {
          const target = priceFromTyped(typed, spec.digits);
          if (target !== null) onChange({ target });
          return target !== null;
        }}
        onRestore={() => onChange({ target: edit.target })}
        onUnusable={onUnusable('targetPrice')}
      />
    </div>
  );
}

function Lots({ edit, facts: { spec }, onChange, onUnusable }: EditProps) {
  const bounded = (steps: number) => Math.min(spec.lotsMax, Math.max(spec.lotsMin, steps));
  return (
    <div>
      <div className={typographyStyles.label}>
        <span>{t('trade.lots')}</span>
      </div>
      <Stepper
        label={t('trade.lots')}
        className={cx(stepperStyles.large, stepperStyles.inWell)}
        value={formatLots(toLots(edit.lots), spec)}
        atMin={edit.lots <= spec.lotsMin}
        atMax={edit.lots >= spec.lotsMax}
        onStep={(direction) => onChange({ lots: bounded(edit.lots + direction) })}
        onType={(typed, isLeft) => {
          const steps = lotStepsFromTyped(typed, spec);
          const lots = steps === null || (!isLeft && steps !== bounded(steps)) ? null : bounded(steps);
          if (lots !== null) onChange({ lots });
          return lots !== null;
        }}
        onRestore={() => onChange({ lots: edit.lots })}
        onUnusable={onUnusable('lots')}
      />
    </div>
  );
}

function Level({ kind, edit, facts: { spec }, context, order, onChange, onUnusable }: EditProps & { kind: StopKind }) {
  const level = edit[kind];
  const [entry, lots] = [edit.target as Price, toLots(edit.lots)];
  const target = formatPrice(entry, spec.digits);
  const money = level === null ? null : orderProfit({ ...order, entryPrice: target }, spec, lots, level, context.rate);
  const ticks = level === null ? 0 : order.side === 'buy' ? level - entry : entry - level;
  return (
    <StopCard
      isLarge
      kind={kind}
      spec={spec}
      base={{ spec, side: order.side, lots, entry: parsePrice(target, spec.digits) ?? entry, rate: context.rate }}
      level={level}
      figures={level === null ? null : { ticks, money }}
      currency={context.currency}
      isWrongSide={wrongField(edit, order.side) === kind}
      startLevel={() => stopAt(kind, order.side, edit.target, spec)}
      onLevel={(next) => onChange({ [kind]: next })}
      onUnusable={onUnusable(kind)}
    />
  );
}
