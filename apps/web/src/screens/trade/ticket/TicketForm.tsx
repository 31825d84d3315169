import { formatLots } from '@candor/domain/values/lots';
import type { Price } from '@candor/domain/values/price';
import { formatPrice, toPrice } from '@candor/domain/values/price';
import { Suspense, useState } from 'react';
import { priceFromTyped } from '../../../format/decimal-input.ts';
import { groupDigits } from '../../../format/price-text.ts';
import { t } from '../../../i18n/text.ts';
import { useSession } from '../../../session/session-store.ts';
import buttonStyles from '../../../ui/Button.module.css';
import { cx } from '../../../ui/class-names.ts';
import figuresStyles from '../../../ui/Figures.module.css';
import { Price as StillPrice } from '../../../ui/Figures.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import layoutStyles from '../../../ui/layout.module.css';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import pillStyles from '../../../ui/Pill.module.css';
import { Segmented } from '../../../ui/Segmented.tsx';
import stepperStyles from '../../../ui/Stepper.module.css';
import { Stepper } from '../../../ui/Stepper.tsx';
import typographyStyles from '../../../ui/typography.module.css';
import { DealButtons } from '../../../widgets/DealButtons.tsx';
import { ExpiryChoice } from '../../../widgets/orders/ExpiryChoice.tsx';
import { pendingKind } from '../../../widgets/pending-kind.ts';
import { RiskReward } from '../../../widgets/StopCard.tsx';
import { steppedPrice } from '../../../widgets/stop-units.ts';
import { LeveragePicker, LeverageRow } from './LeverageChoice.tsx';
import { LotsStepper } from './LotsStepper.tsx';
import { PairFields } from './PairFields.tsx';
import { PriceDistance } from './PriceDistance.tsx';
import { RiskFields, SizeKeys } from './SizeKeys.tsx';
import styles from './Ticket.module.css';
import { TicketPreview } from './TicketPreview.tsx';
import { TicketStop } from './TicketStop.tsx';
import { stopFigures } from './ticket-state.ts';
import type { TicketHandle } from './use-ticket.ts';

const SoonNote = lazyComponent(() => import('./SoonNote.tsx'), 'SoonNote');

export interface TicketFormProps {
  readonly handle: TicketHandle;
  readonly isDesk?: boolean;
  /** Shows the chart, where the target price is dragged; absent beside the chart. */
  readonly onChart?: (() => void) | undefined;
}

/** Fields of the ticket, in the sheet on a phone and beside the chart on a desk. */
export function TicketForm({ handle, isDesk = false, onChart }: TicketFormProps) {
  const { ticket, context, facts } = handle;
  const [isPicking, setPicking] = useState(false);
  const isLoggedIn = useSession((session) => session.token !== null);
  const isPending = ticket.mode === 'pending';
  const { turn } = handle;
  const stops = (
    <>
      <TicketStop kind="stopLoss" handle={handle} hasCurrency={isDesk} />
      <TicketStop kind="takeProfit" handle={handle} hasCurrency={isDesk} />
    </>
  );
  return (
    <>
      <DealButtons
        facts={facts}
        isOff={!context.canDeal}
        picked={ticket.side}
        onSide={(side) => turn({ side })}
        isMain={isDesk}
      />
      <Suspense fallback={null}>
        <SoonNote facts={facts} />
      </Suspense>
      <Segmented
        label={t('trade.orderType')}
        value={ticket.mode}
        options={[
          { value: 'market', label: t('trade.market') },
          { value: 'pending', label: t('trade.pending') },
        ]}
        onChange={(mode) => turn({ mode })}
      />
      {isPending ? <TargetPrice {...{ handle, isDesk, onChart }} /> : null}
      {isLoggedIn ? <RiskFields handle={handle} /> : null}
      <SizeFields handle={handle} isDesk={isDesk} hasAccount={isLoggedIn} onPick={() => setPicking(true)} />
      {isDesk ? (
        stops
      ) : (
        <div className={styles.stopPair} style={{ ['--signs' as string]: priceSigns(handle) }}>
          {stops}
        </div>
      )}
      {isPending ? (
        <>
          <PairFields handle={handle} isDesk={isDesk} />
          <ExpiryChoice expiry={ticket.expiry ?? 'never'} onChange={(expiry) => handle.change({ expiry })} />
        </>
      ) : null}
      <TicketRisk handle={handle} />
      <TicketPreview handle={handle} isShort={isDesk} />
      {isPicking ? <LeveragePicker handle={handle} onClose={() => setPicking(false)} /> : null}
    </>
  );
}

/** Number of characters of the price, and so of its stops: these are side by side if there is room for that many. */
function priceSigns({ context, facts }: TicketHandle): number {
  const { sides } = context;
  return formatPrice(sides === null ? toPrice(0) : sides.ask, facts.spec.digits).length;
}

/** Lots and leverage; side by side on a phone, where risk and stops need the room. */
function SizeFields({
  handle,
  isDesk,
  hasAccount,
  onPick,
}: {
  handle: TicketHandle;
  isDesk: boolean;
  hasAccount: boolean;
  onPick: () => void;
}) {
  const { spec } = handle.facts;
  const units = groupDigits(String(spec.unitsPerLot));
  const min = formatLots(spec.lotsMin, spec);
  return isDesk ? (
    <>
      <div>
        <Label text={t('trade.lots')} hint={t('trade.lotFactsShort', { units, currency: spec.baseCurrency })} />
        <LotsStepper handle={handle} />
      </div>
      {hasAccount ? <SizeKeys handle={handle} /> : null}
      <div>
        <Label text={t('trade.multiplier')} />
        <LeverageRow handle={handle} onPick={onPick} />
      </div>
    </>
  ) : (
    <>
      <div className={cx(layoutStyles.row, styles.sizeRow)}>
        <div className={layoutStyles.grow}>
          <Label text={t('trade.lots')} hint={t('trade.min', { min })} />
          <LotsStepper handle={handle} className={cx(stepperStyles.large, stepperStyles.inWell)} />
        </div>
        <div className={styles.leverage}>
          <Label text={t('trade.multiplier')} />
          <LeveragePill handle={handle} onPick={onPick} className={styles.wide} />
        </div>
      </div>
      {hasAccount ? <SizeKeys handle={handle} /> : null}
    </>
  );
}

function Label({ text, hint }: { text: string; hint?: string | undefined }) {
  return (
    <div className={typographyStyles.label}>
      <span>{text}</span>
      {hint === undefined ? null : <small className={cx(figuresStyles.number, figuresStyles.inText)}>{hint}</small>}
    </div>
  );
}

export interface LeveragePillProps {
  readonly handle: TicketHandle;
  readonly onPick: () => void;
  readonly className?: string | undefined;
}

export function LeveragePill({ handle, onPick, className }: LeveragePillProps) {
  const { leverage } = handle.ticket;
  return (
    <button
      type="button"
      className={cx(pillStyles.pill, className)}
      data-part="pill"
      aria-label={leverage === null ? t('trade.multiplier') : `${t('trade.multiplier')}: ${leverage}×`}
      disabled={leverage === null}
      onClick={onPick}
    >
      <span className={figuresStyles.number}>{leverage === null ? '—' : `${leverage}×`}</span>
      <Icon name="down" />
    </button>
  );
}

/** Target price, its distance, and the kind of order that follows from it (R-ORD-04). */
function TargetPrice({ handle, isDesk = false, onChart }: TicketFormProps) {
  const { ticket, context, facts } = handle;
  const { spec } = facts;
  const { sides } = context;
  const isBuy = ticket.side === 'buy';
  const reference = sides === null ? null : isBuy ? sides.ask : sides.bid;
  const target = ticket.target;
  const text = target === null ? '' : formatPrice(target as Price, spec.digits);
  return (
    <div>
      <div className={typographyStyles.label}>
        <span>{t('trade.targetPrice')}</span>
        {target === null || sides === null || reference === null ? null : (
          <small className={cx(figuresStyles.number, figuresStyles.inText)}>
            <PriceDistance ticks={target - reference} isBuy={isBuy} pipTicks={spec.pipTicks} /> ·{' '}
            <span className={cx(typographyStyles.strong, isBuy ? figuresStyles.rising : figuresStyles.falling)}>
              {t(`trade.${pendingKind(ticket.side, target, sides)}`)}
            </span>
          </small>
        )}
      </div>
      <Stepper
        label={t('trade.targetPrice')}
        className={isDesk ? undefined : cx(stepperStyles.large, stepperStyles.inWell)}
        value={text}
        {...(target === null ? {} : { display: <StillPrice text={text} digits={spec.digits} /> })}
        onStep={(direction) => handle.change({ target: steppedPrice(target ?? reference ?? 0, direction, spec) })}
        onType={(typed) => {
          const typedTarget = priceFromTyped(typed, spec.digits);
          const isEmpty = typed.trim() === '';
          if (typedTarget !== null || isEmpty) handle.change({ target: typedTarget });
          return typedTarget !== null || isEmpty;
        }}
        onRestore={() => handle.change({ target })}
        onUnusable={handle.onUnusable('targetPrice')}
      />
      {onChart === undefined ? null : (
        <button
          type="button"
          className={cx(buttonStyles.button, buttonStyles.secondary, buttonStyles.small, styles.onChart)}
          disabled={target === null}
          onClick={onChart}
        >
          {t('chart.setOnChart')}
        </button>
      )}
    </div>
  );
}

function TicketRisk({ handle }: { handle: TicketHandle }) {
  const { ticket, context, facts } = handle;
  if (context.sides === null) return null;
  const loss = stopFigures('stopLoss', ticket, context.sides, facts.spec, null);
  const profit = stopFigures('takeProfit', ticket, context.sides, facts.spec, null);
  if (loss === null || profit === null || loss.isWrongSide || profit.isWrongSide) return null;
  return <RiskReward risk={-loss.ticks} reward={profit.ticks} />;
}
