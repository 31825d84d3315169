import { journalTradesMax } from '@candor/contracts/http/journal';
import { notesMax, type TradeNote, tradeNoteCalls } from '@candor/contracts/http/trade-notes';
import type { InstrumentId, OrderId } from '@candor/domain/values/ids';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../../ports/clock.ts';
import type { Market } from '../../../ports/market.ts';
import type { NoteRecord, NoteStore } from '../../../ports/notes.ts';
import type { Tokens } from '../../../services/identity/tokens.ts';
import type { OrderHistory } from '../../../services/trade/history.ts';
import { RefusalError } from '../envelope.ts';
import { type Owner, specOf } from '../order-calls.ts';
import { toOrdersCsv } from '../orders-csv.ts';
import { FileAnswer, registerCall } from '../register-call.ts';

export interface TradeNoteRouteDeps {
  readonly notes: NoteStore;
  readonly history: Pick<OrderHistory, 'ended' | 'find'>;
  readonly market: Market;
  readonly tokens: Tokens;
  readonly clock: Clock;
}

type Reader = Owner & { readonly id: number };

/** Registers the notes of the caller about own orders, and the file of them (R-JRN-07, R-JRN-08). */
export function registerTradeNoteRoutes(app: FastifyInstance, deps: TradeNoteRouteDeps): void {
  const { notes, history, market } = deps;

  /** Throws a refusal unless the order is one of the caller's account. */
  async function ownOrder({ companyId, accountId }: Owner, id: number): Promise<OrderId> {
    const order = await history.find(companyId, accountId, id as OrderId);
    if (order === null) throw new RefusalError('orderNotFound');
    return order.id;
  }

  const answer = async ({ companyId, id }: Reader, { note, tags, version }: NoteRecord): Promise<TradeNote> => ({
    note,
    tags: [...tags],
    version,
    known_tags: await notes.knownTags(companyId, id),
  });

  registerCall(app, deps, tradeNoteCalls.tradeNote, async ({ session: { user }, input }) => {
    const orderId = await ownOrder(user, input.id);
    return answer(user, await notes.note(user.companyId, user.id, orderId));
  });
  registerCall(app, deps, tradeNoteCalls.saveTradeNote, async ({ session: { user }, input }) => {
    const orderId = await ownOrder(user, input.id);
    const { note, tags, version } = input;
    const change = { note, tags, version, notesMax, nowMs: deps.clock.nowMs() };
    const { outcome, ...stored } = await notes.setNote(user.companyId, user.id, orderId, change);
    const now = await answer(user, stored);
    if (outcome === 'outdated') throw new RefusalError('versionChanged', { data: now });
    if (outcome === 'full') throw new RefusalError('tooManyNotes');
    return now;
  });
  registerCall(app, deps, tradeNoteCalls.ordersFile, async ({ session: { user }, input }) => {
    const { companyId, accountId } = user;
    const { orders, isCut } = await history.ended(companyId, {
      accountId,
      instrumentId: (input.forex_id as InstrumentId | undefined) ?? null,
      sinceMs: input.since,
      isClosed: input.which === 'journal',
      rowsMax: journalTradesMax,
    });
    const ids = orders.map(({ id }) => id);
    const csv = await toOrdersCsv(orders, {
      notes: await notes.notesOf(companyId, user.id, ids),
      specOf: (id) => specOf(market, id),
    });
    const name = isCut ? `${input.which}-newest-${journalTradesMax}` : input.which;
    return new FileAnswer(`${name}.csv`, 'text/csv; charset=utf-8', csv);
  });
}
