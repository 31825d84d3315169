import type { Side } from '@candor/domain/values/ids';
import { formatLots, toLots } from '@candor/domain/values/lots';
import { parsePrice } from '@candor/domain/values/price';
import { openingPrice } from '@candor/domain/values/quote';
import { type Dispatch, useCallback, useEffect, useRef, useState } from 'react';
import { CallError } from '../../../data/client.ts';
import type { InstrumentFacts } from '../../../data/instruments.ts';
import type { Placement, SeenQuote } from '../../../data/order.ts';
import { checkPlacement, findLostPlacement, findUnanswered, onLostOrder, placeOrder } from '../../../data/orders.ts';
import { quotes } from '../../../data/quotes.ts';
import { startDemo } from '../../../data/sign-in.ts';
import { t } from '../../../i18n/text.ts';
import { isDesk } from '../../../platform/media.ts';
import { useSession } from '../../../session/session-store.ts';
import { rememberLots, useSettings } from '../../../session/settings-store.ts';
import { showToast } from '../../../ui/toast.ts';
import type { DealContext } from '../../../widgets/deal-context.ts';
import { useDealContext } from '../../../widgets/deal-context.ts';
import { notePress, reportFill } from '../../../widgets/orders/report-act.ts';
import { toastError, toastUnanswered } from '../../../widgets/toast-error.ts';
import { pairTicket } from './ticket-pair.ts';
import { changedTicket, sizedTicket, sizeOf, type TicketSize, ticketAtOnce } from './ticket-size.ts';
import type { DayRange, Ticket, TicketField, TicketProblem, Turn } from './ticket-state.ts';
import {
  afterPlaced,
  newTicket,
  ticketProblem,
  toPlacement,
  toSeenQuote,
  withSideOrMode,
  withTurn,
} from './ticket-state.ts';

const problemTexts = {
  noLever: 'trade.noLever',
  enterPrice: 'trade.enterPrice',
  slWrongSide: 'trade.slWrongSide',
  tpWrongSide: 'trade.tpWrongSide',
} as const satisfies Record<TicketProblem, string>;

/** Rest of the button after an order: the second half of a double tap must not be a second order (R-WIRE-09). */
const restAfterOrderMs = 900;

export interface TicketHandle {
  readonly facts: InstrumentFacts;
  readonly ticket: Ticket;
  readonly context: DealContext;
  /** Limits of the account, and what the order loses at its stop. */
  readonly size: TicketSize;
  readonly change: (part: Partial<Ticket>) => void;
  /** Turns to another side or kind of order. */
  readonly turn: (to: Turn) => void;
  /** Field that holds an unusable text; null if none. Nothing is previewed or sent meanwhile. */
  readonly unusable: TicketField | null;
  readonly onUnusable: (field: TicketField) => (isUnusable: boolean) => void;
  /** True if the order opens a demo account first. */
  readonly isVisitor: boolean;
  readonly isBusy: boolean;
  /** True while the outcome of a sent order is unknown: the button then asks for it instead of sending one. */
  readonly isUnanswered: boolean;
  /** Asks for the outcome of the order without an answer. Resolves to true if it was carried out or refused. */
  readonly checkOrder: () => Promise<boolean>;
  /** True while the confirmation is shown, if the user's settings ask for one. */
  readonly isConfirming: boolean;
  readonly cancelConfirming: () => void;
  /** Checks, confirms if set, and sends. Resolves to true once the order is accepted. */
  readonly submit: () => Promise<boolean>;
  /**
   * Places a market order of the ticket at once, without a confirmation (R-SCR-95). Resolves to false if the ticket must be
   * seen first: something is missing or wrong, or its stops belong to the other side.
   */
  readonly dealAtOnce: (side: Side) => Promise<boolean>;
  readonly confirm: () => Promise<boolean>;
}

/** New ticket with the lots last traded in the instrument and the leverage last used. */
function firstTicket({ id, spec }: InstrumentFacts): Ticket {
  const { leverage, lotsLast } = useSettings.getState();
  return newTicket(spec, leverage, lotsLast[String(id)] ?? null);
}

function dayRangeOf({ id, spec }: InstrumentFacts): DayRange {
  const quote = quotes.get(id);
  const [high, low] = [parsePrice(quote?.high ?? '', spec.digits), parsePrice(quote?.low ?? '', spec.digits)];
  return high === null || low === null ? null : { high, low };
}

function isWithoutAnswer(error: unknown): error is CallError {
  return error instanceof CallError && !error.answered;
}

function toastFailure(error: unknown): void {
  if (isWithoutAnswer(error)) toastUnanswered(t('trade.unknownOutcome'), error);
  else toastError(error);
}

/** One request of the button at a time; after an answer the button rests. */
function useOneRequest() {
  const busy = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const rest = useCallback((restMs: number) => {
    busy.current = true;
    setBusy(true);
    setTimeout(() => {
      busy.current = false;
      setBusy(false);
    }, restMs);
  }, []);
  /** Shows a failure and resolves to false then, and if another request is under way. */
  const run = async (send: () => Promise<boolean>, onFailure: (error: unknown) => void = () => undefined) => {
    if (busy.current) return false;
    busy.current = true;
    setBusy(true);
    let restMs = 0;
    try {
      const isDone = await send();
      restMs = restAfterOrderMs;
      return isDone;
    } catch (error) {
      toastFailure(error);
      onFailure(error);
      return false;
    } finally {
      rest(restMs);
    }
  };
  return { isBusy, rest, run };
}

type Request = ReturnType<typeof useOneRequest>;
type Unanswered = ReturnType<typeof findUnanswered>;

/**
 * The order whose outcome is unknown until the app or the button has asked for it (R-WIRE-17); it may have been sent before
 * the page was loaded.
 */
function useUnanswered({ run, rest }: Request, instrumentId: number, onPlaced: Dispatch<typeof afterPlaced>) {
  const [unanswered, setUnanswered] = useState(() => findLostPlacement(instrumentId));
  useEffect(() => {
    if (unanswered === null) return undefined;
    return onLostOrder((name, { status }) => {
      if (name !== 'placeOrder') return;
      setUnanswered(null);
      // A press for the check must not become one for a new order.
      rest(restAfterOrderMs);
      if (status === 'done') onPlaced(afterPlaced);
    });
  }, [unanswered, rest, onPlaced]);
  const checkOrder = () =>
    run(async () => {
      if (unanswered === null) return false;
      const isKnown = await checkPlacement(unanswered);
      setUnanswered(null);
      if (!isKnown) showToast('warn', t('trade.notReceived'));
      return isKnown;
    });
  return { isUnanswered: unanswered !== null, setUnanswered, checkOrder };
}

/**
 * Places the second order of a pair, linked to the first. The first stays, alone, if the second is refused, which a toast
 * says with the reason.
 */
async function placeSecond(placement: Placement, seen: SeenQuote | null, setUnanswered: Dispatch<Unanswered>) {
  try {
    await placeOrder(placement, seen);
    showToast('ok', t('oco.placed'));
  } catch (error) {
    if (isWithoutAnswer(error)) {
      toastFailure(error);
      setUnanswered(findUnanswered(placement));
    } else if (error instanceof CallError) showToast('warn', t('oco.firstOnly', { reason: error.message }));
    else throw error;
  }
}

/** Returns the way to send a ticket: opens a visitor's demo account first, and shows the fill. */
function usePlacing(
  facts: InstrumentFacts,
  { sides }: DealContext,
  request: Request,
  { setTicket, setUnanswered }: { setTicket: Dispatch<typeof afterPlaced>; setUnanswered: Dispatch<Unanswered> },
): (ticket: Ticket, isAtOnce?: boolean) => Promise<boolean> {
  return (ticket, isAtOnce = false) => {
    const placement = toPlacement(ticket, facts.spec);
    const send = async () => {
      // A visitor's first order opens the demo account of the device (R-ORD-27).
      if (useSession.getState().token === null) await startDemo();
      // With one tap, a card would cover the keys of the next order.
      const press = notePress(sides && openingPrice(sides, ticket.side), isAtOnce || isDesk());
      const seen = toSeenQuote(ticket, facts.spec, quotes.get(facts.id), useSettings.getState().deviationPips);
      const order = await placeOrder(placement, seen);
      useSettings.setState({ leverage: ticket.leverage });
      rememberLots(facts.id, formatLots(toLots(ticket.lots), facts.spec));
      const second = pairTicket(ticket);
      if (second !== null)
        await placeSecond({ ...toPlacement(second, facts.spec), linkTo: order.id }, seen, setUnanswered);
      else if (ticket.mode === 'pending') showToast('ok', t('trade.pendingPlaced'));
      else reportFill(order, facts, press);
      setTicket(afterPlaced);
      return true;
    };
    return request.run(send, (error) => {
      if (isWithoutAnswer(error)) setUnanswered(findUnanswered(placement));
    });
  };
}

/** State and actions of the ticket of one instrument. */
export function useTicket(facts: InstrumentFacts): TicketHandle {
  const context = useDealContext(facts);
  const isLoggedIn = useSession((session) => session.token !== null);
  const [chosen, setTicket] = useState(() => firstTicket(facts));
  const ticket = sizedTicket(chosen, context, facts.spec);
  const size = sizeOf(ticket, context, facts.spec);
  const [unusable, setUnusable] = useState<TicketField | null>(null);
  const [isConfirming, setConfirming] = useState(false);
  const request = useOneRequest();
  const { isUnanswered, setUnanswered, checkOrder } = useUnanswered(request, facts.id, setTicket);

  const change = (part: Partial<Ticket>) => setTicket((before) => changedTicket(before, part, ticket.lots, context));

  const place = usePlacing(facts, context, request, { setTicket, setUnanswered });

  async function submit(): Promise<boolean> {
    if (request.isBusy || context.sides === null || unusable !== null || size.shortfall !== null) return false;
    const problem = ticketProblem(ticket, context.sides);
    if (problem !== null) {
      showToast('warn', t(problemTexts[problem]));
      return false;
    }
    if (useSettings.getState().confirmOrders && ticket.mode === 'market') {
      setConfirming(true);
      return false;
    }
    return place(ticket);
  }

  async function dealAtOnce(side: Side): Promise<boolean> {
    const atOnce = ticketAtOnce(ticket, side, facts.spec, context);
    if (atOnce === null || unusable !== null || isUnanswered || !isLoggedIn) return false;
    change(withSideOrMode(ticket, { side, mode: 'market' }));
    if (!request.isBusy) await place(atOnce, true);
    return true;
  }

  return {
    facts,
    ticket,
    context,
    size,
    change,
    turn: (to) => change(withTurn(ticket, to, { ...facts, sides: context.sides, day: dayRangeOf(facts) })),
    unusable,
    onUnusable: (field) => (isUnusable) => setUnusable(isUnusable ? field : null),
    isVisitor: !isLoggedIn,
    isBusy: request.isBusy,
    isUnanswered,
    checkOrder,
    isConfirming,
    cancelConfirming: () => setConfirming(false),
    submit,
    dealAtOnce,
    confirm: () => place(ticket),
  };
}
