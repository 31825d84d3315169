import { formatLots } from '@candor/domain/values/lots';
import type { Price } from '@candor/domain/values/price';
import { formatPrice } from '@candor/domain/values/price';
import { Link } from '@tanstack/react-router';
import { groupDigits } from '../../../format/price-text.ts';
import { plural, t } from '../../../i18n/text.ts';
import { pressOnce } from '../../../ui/BusyButton.tsx';
import buttonStyles from '../../../ui/Button.module.css';
import { cx } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import figuresStyles from '../../../ui/Figures.module.css';
import { DemoMark } from '../../../widgets/DemoMark.tsx';
import { LivePrice } from '../../../widgets/LivePrice.tsx';
import { pendingKind } from '../../../widgets/pending-kind.ts';
import styles from './SizeKeys.module.css';
import { shareOfMax } from './ticket-size.ts';
import { type TicketField, ticketProblem } from './ticket-state.ts';
import type { TicketHandle } from './use-ticket.ts';

export interface SubmitButtonProps {
  readonly handle: TicketHandle;
  readonly onDone: () => void;
  readonly className?: string | undefined;
}

/**
 * Submit button with side, lots and price in words (DESIGN 11); off, with the reason in their place, while a figure is
 * missing or wrong (R-SCR-42). It is busy at once, so a second tap does nothing. While the outcome of an order is unknown
 * it asks for that instead, also without a connection (R-WIRE-17).
 */
export function SubmitButton({ handle, onDone, className }: SubmitButtonProps) {
  const { ticket, facts, context, isBusy, isUnanswered } = handle;
  const { spec } = facts;
  const isBuy = ticket.side === 'buy';
  const lots = formatLots(ticket.lots, spec);
  const submit = async (send: () => Promise<boolean>) => {
    if (await send()) onDone();
  };
  const offReason = isUnanswered ? null : reasonForOff(handle);
  const isOff = !isUnanswered && (!context.canDeal || ticket.leverage === null || offReason !== null);
  return (
    <div className={cx(styles.submit, className)}>
      {isUnanswered || isBusy ? null : handle.isVisitor ? <LoginLink /> : <UseMax handle={handle} />}
      <button
        // Another button: a press that began on the one that was off must not send what leaving the field changed.
        key={isUnanswered ? 'check' : handle.unusable}
        type="button"
        className={cx(
          buttonStyles.button,
          isBuy ? buttonStyles.buy : buttonStyles.sell,
          buttonStyles.extraLarge,
          buttonStyles.wide,
          isBusy && buttonStyles.busy,
        )}
        data-testid="order-submit"
        disabled={isOff}
        aria-busy={isBusy}
        onKeyDown={pressOnce}
        onClick={() => void submit(isUnanswered ? handle.checkOrder : handle.submit)}
      >
        {isBusy ? (
          <>
            <i className={buttonStyles.spinner} />
            {isUnanswered ? t('trade.checking') : t('trade.placing')}
          </>
        ) : (
          (offReason ?? (isUnanswered ? t('trade.checkOrder') : <Words handle={handle} lots={lots} />))
        )}
      </button>
      {handle.isConfirming ? (
        <ConfirmDialog handle={handle} lots={lots} onConfirm={() => submit(handle.confirm)} />
      ) : null}
    </div>
  );
}

/** For a visitor with an account. */
function LoginLink() {
  return (
    <Link
      to="/login"
      search={{ from: '/trade' }}
      className={cx(buttonStyles.button, buttonStyles.extraLarge, styles.takeMax, styles.login)}
    >
      {t('market.login')}
    </Link>
  );
}

/** The way out of an order that is too large: the largest one that the account carries. */
function UseMax({ handle }: { handle: TicketHandle }) {
  const { size, facts } = handle;
  const max = size.shortfall === null ? null : shareOfMax(size.max, 1, facts.spec);
  if (max === null) return null;
  return (
    <button
      type="button"
      className={cx(buttonStyles.button, buttonStyles.extraLarge, styles.takeMax)}
      onClick={() => handle.change({ lots: max })}
    >
      {t('trade.useMax', { lots: formatLots(max, facts.spec) })}
    </button>
  );
}

/** Side, lots and price of the order. */
function Words({ handle, lots }: { handle: TicketHandle; lots: string }) {
  const { ticket, facts, context } = handle;
  const { digits } = facts.spec;
  const isBuy = ticket.side === 'buy';
  if (handle.isVisitor) return isBuy ? t('trade.demoBuy', { lots }) : t('trade.demoSell', { lots });
  if (ticket.mode === 'pending') {
    if (ticket.target === null || context.sides === null) return isBuy ? t('trade.buy') : t('trade.sell');
    const price = groupDigits(formatPrice(ticket.target as Price, digits));
    return (
      <>
        {t(`trade.${pendingKind(ticket.side, ticket.target, context.sides)}At`, { lots, price })}
        <DemoMark />
      </>
    );
  }
  return (
    <>
      {isBuy ? t('trade.buyAt', { lots }) : t('trade.sellAt', { lots })}
      <LivePrice id={facts.id} digits={digits} side={isBuy ? 'ask' : 'bid'} className={buttonStyles.price} />
      <DemoMark />
    </>
  );
}

/** Names what is missing or wrong in the ticket; null if it can be sent. */
function reasonForOff({ ticket, context, unusable, size }: TicketHandle): string | null {
  if (context.isPaused) return t('trade.paused');
  const check = (field: TicketField) => t('trade.checkField', { field: t(`trade.${field}`) });
  if (unusable !== null) return check(unusable);
  if (size.shortfall !== null) return t('trade.notEnough');
  const problem = context.sides === null ? null : ticketProblem(ticket, context.sides);
  if (problem === 'enterPrice') return t('trade.enterPrice');
  if (problem === 'slWrongSide') return check('stopLoss');
  return problem === 'tpWrongSide' ? check('takeProfit') : null;
}

function ConfirmDialog({
  handle,
  lots,
  onConfirm,
}: {
  handle: TicketHandle;
  lots: string;
  onConfirm: () => Promise<void>;
}) {
  const { ticket, context, facts } = handle;
  const isBuy = ticket.side === 'buy';
  const now = context.sides === null ? null : isBuy ? context.sides.ask : context.sides.bid;
  const values = {
    lots: plural('trade.lotsOf', lots),
    code: facts.spec.showCode,
    price: now === null ? '—' : groupDigits(formatPrice(now, facts.spec.digits)),
  };
  return (
    <Dialog
      title={t('trade.confirmTitle')}
      safeLabel={t('common.cancel')}
      label={t('trade.place')}
      kind={isBuy ? 'buy' : 'sell'}
      onClose={handle.cancelConfirming}
      onConfirm={onConfirm}
    >
      <p className={figuresStyles.live}>{isBuy ? t('trade.confirmBuy', values) : t('trade.confirmSell', values)}</p>
    </Dialog>
  );
}
