import { useEffect, useRef } from 'react';
import { onOrderHere } from '../order-here.ts';
import { sideHere } from './ticket-state.ts';
import type { TicketHandle } from './use-ticket.ts';

/** Prepares a pending order at a price that was chosen on the chart, and calls back for the ticket to be shown (R-SCR-83). */
export function useOrderHere(handle: TicketHandle, onPrepared: () => void): void {
  const latest = useRef({ handle, onPrepared });
  useEffect(() => {
    latest.current = { handle, onPrepared };
  });
  const { id } = handle.facts;
  useEffect(
    () =>
      onOrderHere(id, (ticks) => {
        const { handle: ticket, onPrepared: prepared } = latest.current;
        const { sides, canDeal } = ticket.context;
        if (sides === null || !canDeal) return;
        ticket.turn({ side: sideHere(ticks, sides), mode: 'pending' });
        ticket.change({ target: ticks, isPresetTarget: false });
        prepared();
      }),
    [id],
  );
}
