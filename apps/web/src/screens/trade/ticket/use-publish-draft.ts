import { formatLots, toLots } from '@candor/domain/values/lots';
import { useEffect, useRef } from 'react';
import { t } from '../../../i18n/text.ts';
import { usePendingDraft } from '../../../session/pending-draft.ts';
import { pendingKind } from '../../../widgets/pending-kind.ts';
import type { TicketHandle } from './use-ticket.ts';

/** Lets the chart draw the pending order of a ticket while it is written, and change its target price (R-CHT-04). */
export function usePublishDraft({ ticket, facts, context, change }: TicketHandle, isShown: boolean): void {
  const latest = useRef(change);
  useEffect(() => {
    latest.current = change;
  });
  const { id, spec } = facts;
  const { side, target } = ticket;
  const isOn = isShown && ticket.mode === 'pending' && target !== null && context.sides !== null;
  const kind = isOn ? t(`trade.${pendingKind(side, target, context.sides)}`) : '';
  const text = `${kind} ${formatLots(toLots(ticket.lots), spec)}`;
  useEffect(() => {
    if (!isOn) return;
    const set = (ticks: number) => latest.current({ target: ticks, isPresetTarget: false });
    usePendingDraft.setState({ draft: { instrumentId: id, side, ticks: target, text, set } });
  }, [isOn, id, side, target, text]);
  useEffect(() => {
    if (!isOn) return undefined;
    return () => usePendingDraft.setState({ draft: null });
  }, [isOn]);
}
