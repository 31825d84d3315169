import { formatLots } from '@candor/domain/values/lots';
import { plural, t } from '../../../i18n/text.ts';
import { Stepper } from '../../../ui/Stepper.tsx';
import { clampLots, lotsFromTyped, typedLotsInBounds } from './ticket-state.ts';
import type { TicketHandle } from './use-ticket.ts';

/** Lots field: steps by the instrument's lot step, between its smallest and largest order (R-ORD-03). */
export function LotsStepper({
  handle,
  className = '',
  hasUnit = false,
}: {
  handle: TicketHandle;
  className?: string | undefined;
  hasUnit?: boolean;
}) {
  const { spec } = handle.facts;
  const { lots } = handle.ticket;
  return (
    <Stepper
      label={t('trade.lots')}
      className={className}
      value={formatLots(lots, spec)}
      unit={hasUnit ? plural('trade.lotsUnit', formatLots(lots, spec)) : undefined}
      isBad={handle.size.shortfall !== null}
      atMin={lots <= spec.lotsMin}
      atMax={lots >= spec.lotsMax}
      onStep={(direction) => handle.change({ lots: clampLots(lots + direction, spec) })}
      onType={(typed, isLeft) => {
        const typedLots = isLeft ? lotsFromTyped(typed, spec) : typedLotsInBounds(typed, spec);
        if (typedLots !== null) handle.change({ lots: typedLots });
        return typedLots !== null;
      }}
      onRestore={() => handle.change({ lots })}
      onUnusable={handle.onUnusable('lots')}
    />
  );
}
