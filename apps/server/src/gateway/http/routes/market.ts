import { marketCalls } from '@candor/contracts/http/market';
import { klineLimitDefault } from '@candor/contracts/http/paths';
import type { Language } from '@candor/contracts/languages';
import type { InstrumentId } from '@candor/domain/values/ids';
import type { Period } from '@candor/domain/values/period';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../../ports/clock.ts';
import type { OfferView } from '../../../ports/offers.ts';
import { type CatalogueEntry, localisedName } from '../../../services/market/catalogue/catalogue-entry.ts';
import { categories } from '../../../services/market/catalogue/names.ts';
import type { MarketView } from '../../../services/market/market-view.ts';
import { networkOf, siteOf } from '../../network-of.ts';
import { companyOf } from '../company-of.ts';
import { languageOf, RefusalError } from '../envelope.ts';
import { type Caller, MarketAnswers, type PopularOf, sparklineCachedMs, toAnswer } from '../market-answers.ts';
import { registerCall, WrittenAnswer } from '../register-call.ts';
import { signalOf } from '../reply.ts';

export interface MarketRouteDeps {
  readonly market: MarketView;
  readonly clock: Clock;
  readonly offers: OfferView;
  readonly popularOf: PopularOf;
  /** Returns the instruments in which the caller holds orders; none without a session. */
  readonly heldBy: (request: FastifyRequest) => Promise<ReadonlySet<InstrumentId>>;
}

/** Registers instruments, categories and candles, for anybody (R-MKT-01, R-MKT-04, R-MKT-12, R-MKT-13). */
export function registerMarketRoutes(app: FastifyInstance, deps: MarketRouteDeps): void {
  const { market, offers } = deps;
  const answers = new MarketAnswers(deps);
  addPrepared(app, answers);

  registerCall(app, {}, marketCalls.instruments, async ({ input, request }) => {
    const language = languageOf(request);
    const { id: companyId } = companyOf(request);
    const wanted = normalise(input.searchCurrency ?? '');
    // Instruments that are no longer offered are shown to accounts that hold orders in them.
    const held = offers.hasUnoffered(companyId) ? await deps.heldBy(request) : nothing;
    if (wanted === '' && held.size === 0) return new WrittenAnswer(answers.list(companyId, language));
    const isShown = ({ spec }: CatalogueEntry) => held.has(spec.id) || offers.isOffered(companyId, spec.id);
    const entries = market.entries.filter((entry) => isShown(entry) && isFound(entry, wanted, language));
    return new WrittenAnswer(toAnswer(answers.listText(entries, companyId, language), language));
  });

  registerCall(app, {}, marketCalls.categories, ({ request }) => {
    const language = languageOf(request);
    return categories.map(({ id, names }) => ({ Id: id, NameShowTrans: localisedName(names, language) }));
  });

  registerCall(app, {}, marketCalls.candles, async ({ input, request, reply }) => {
    const { forex_id, period, before, limit = klineLimitDefault } = input;
    const id = requireInstrument(market, forex_id);
    const language = languageOf(request);
    if (before !== undefined) {
      const text = await answers.candleText({ id, period, beforeMs: before, limit, asked: callerOf(request, reply) });
      return new WrittenAnswer(toAnswer(text, language));
    }
    const wanted = { id, period, limit, language };
    return new WrittenAnswer(
      answers.newestInMemory(wanted) ?? (await answers.newestCandles(wanted, callerOf(request, reply))),
    );
  });

  registerCall(app, {}, marketCalls.sparkline, async ({ input, request, reply }) => {
    const { forex_id, period } = input;
    const id = requireInstrument(market, forex_id);
    const language = languageOf(request);
    const answer = await answers.sparkline({ id, period, language }, callerOf(request, reply));
    reply.header('cache-control', `public, max-age=${sparklineCachedMs / 1_000}`).header('vary', 'lang, origin');
    return new WrittenAnswer(answer);
  });
}

/** Answers that need no work but what is in memory leave before the framework. */
function addPrepared(app: FastifyInstance, answers: MarketAnswers): void {
  app.preparedDoor.add(marketCalls.instruments.path, [], (_fields, companyId, language) =>
    answers.listForAll(companyId, language),
  );
  app.preparedDoor.add(marketCalls.candles.path, ['forex_id', 'period', 'limit'], (fields, _companyId, language) => {
    const [id, limit] = [fields.get('forex_id') ?? '', fields.get('limit') ?? String(klineLimitDefault)];
    const period = fields.get('period') as Period | undefined;
    // Others are read, or refused, by the schema of the call.
    if (period === undefined || !plainNumber.test(id) || !plainNumber.test(limit)) return null;
    return answers.newestInMemory({ id: Number(id) as InstrumentId, period, limit: Number(limit), language });
  });
}

const plainNumber = /^[1-9]\d{0,8}$/;

/** Returns the queue places of a caller that may wait for candles. */
function callerOf(request: FastifyRequest, reply: FastifyReply): Caller {
  return { network: siteOf(request.ip), caller: networkOf(request.ip), signal: signalOf(reply) };
}

function requireInstrument(market: MarketView, forexId: number): InstrumentId {
  const entry = market.entry(forexId as InstrumentId);
  if (entry === null) throw new RefusalError('unknownInstrument');
  return entry.spec.id;
}

const nothing: ReadonlySet<InstrumentId> = new Set();

/** True if the code or a name contains the text; case, accents, spaces and slashes are ignored. */
function isFound({ spec, names }: CatalogueEntry, wanted: string, language: Language): boolean {
  return [spec.code, localisedName(names, language), names.en].some((text) => normalise(text).includes(wanted));
}

function normalise(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\s/\p{M}]/gu, '');
}
