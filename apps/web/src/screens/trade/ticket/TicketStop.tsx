import { toLots } from '@candor/domain/values/lots';
import type { Price } from '@candor/domain/values/price';
import { formatPrice } from '@candor/domain/values/price';
import { t } from '../../../i18n/text.ts';
import { StopCard } from '../../../widgets/StopCard.tsx';
import { levelFromMoney, levelFromPips, type StopKind, signedTyped } from '../../../widgets/stop-units.ts';
import { defaultStop, entryPrice, priceFromTyped, stopFigures } from './ticket-state.ts';
import type { TicketHandle } from './use-ticket.ts';

/** Stop-loss or take-profit of a new order; its pips and money follow side, lots and price. */
export function TicketStop({
  kind,
  handle,
  hasCurrency = false,
}: {
  kind: StopKind;
  handle: TicketHandle;
  hasCurrency?: boolean;
}) {
  const { ticket, context, facts } = handle;
  const { spec } = facts;
  const { sides } = context;
  const level = ticket[kind];
  const figures = sides === null ? null : stopFigures(kind, ticket, sides, spec, context.rate);

  function measured(typed: string, toLevel: typeof levelFromPips): void {
    const amount = signedTyped(typed, kind);
    if (amount === null || sides === null) return;
    const { side, lots } = ticket;
    const base = { spec, side, lots: toLots(lots), entry: entryPrice(ticket, sides), rate: context.rate };
    const next = toLevel(amount, base);
    if (next !== null) handle.change({ [kind]: next });
  }

  return (
    <StopCard
      label={kind === 'stopLoss' ? t('trade.stopLoss') : t('trade.takeProfit')}
      value={level === null ? null : formatPrice(level as Price, spec.digits)}
      figures={figures}
      pipTicks={spec.pipTicks}
      currency={hasCurrency ? context.currency : null}
      problem={
        figures?.isWrongSide === true ? (kind === 'stopLoss' ? t('trade.slWrongSide') : t('trade.tpWrongSide')) : null
      }
      onToggle={(isOn) =>
        handle.change({ [kind]: isOn && sides !== null ? defaultStop(kind, ticket, sides, spec) : null })
      }
      onStep={(direction) => handle.change({ [kind]: Math.max(1, (level ?? 0) + direction * spec.pipTicks) })}
      onType={(typed) => {
        const ticks = priceFromTyped(typed, spec.digits);
        if (ticks !== null) handle.change({ [kind]: ticks });
      }}
      onPips={(typed) => measured(typed, levelFromPips)}
      onMoney={(typed) => measured(typed, levelFromMoney)}
    />
  );
}
