import { toLots } from '@candor/domain/values/lots';
import { StopCard } from '../../../widgets/StopCard.tsx';
import type { StopKind } from '../../../widgets/stop-units.ts';
import { defaultStop, entryPrice, stopFigures } from './ticket-state.ts';
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
  const { side, lots } = ticket;
  const base =
    sides === null ? null : { spec, side, lots: toLots(lots), entry: entryPrice(ticket, sides), rate: context.rate };

  return (
    <StopCard
      kind={kind}
      spec={spec}
      base={base}
      level={level}
      figures={figures}
      currency={hasCurrency ? context.currency : null}
      isWrongSide={figures?.isWrongSide === true}
      startLevel={() => (sides === null ? null : defaultStop(kind, ticket, sides, spec))}
      onLevel={(next) => handle.change({ [kind]: next })}
      onUnusable={handle.onUnusable(kind)}
    />
  );
}
