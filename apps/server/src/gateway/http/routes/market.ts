import { codes } from '@candor/contracts/codes';
import { marketCalls } from '@candor/contracts/http/market';
import { klineLimitDefault, sparklineCandles } from '@candor/contracts/http/paths';
import type { Language } from '@candor/contracts/languages';
import type { CompanyId, InstrumentId } from '@candor/domain/values/ids';
import type { Period } from '@candor/domain/values/period';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../../../ports/clock.ts';
import type { OfferView } from '../../../ports/offers.ts';
import type { AskedBy } from '../../../ports/work.ts';
import { type CatalogueEntry, localisedName } from '../../../services/market/catalogue/catalogue-entry.ts';
import { categories } from '../../../services/market/catalogue/names.ts';
import type { MarketView } from '../../../services/market/market-view.ts';
import { toInstrument, toWireCandle } from '../../market-lines.ts';
import { networkOf, siteOf } from '../../network-of.ts';
import { companyOf } from '../company-of.ts';
import { languageOf, RefusalError } from '../envelope.ts';
import { registerCall, WrittenAnswer } from '../register-call.ts';
import { signalOf } from '../reply.ts';
import { SharedWork } from '../shared-work.ts';
import { textOf } from '../texts/text-of.ts';

export interface MarketRouteDeps {
  readonly market: MarketView;
  readonly clock: Clock;
  readonly offers: OfferView;
  /** Returns the instruments in which the caller holds orders; none without a session. */
  readonly heldBy: (request: FastifyRequest) => Promise<ReadonlySet<InstrumentId>>;
}

/** Lists are cached for this time; sockets carry newer quotes. */
const listCachedMs = 100;
const sparklineCachedMs = 5_000;
const cacheEntriesMax = 2_000;

/** Registers instruments, categories and candles, for anybody (R-MKT-01, R-MKT-04, R-MKT-12, R-MKT-13). */
export function registerMarketRoutes(app: FastifyInstance, deps: MarketRouteDeps): void {
  const { market, clock, offers } = deps;
  const lists: Lists = { ofLaw: new WeakMap(), ofCompany: new Map() };
  const closed = new Map<string, ClosedCandles>();
  const sparklines = new Map<string, Sparkline>();

  registerCall(app, {}, marketCalls.instruments, async ({ input, request }) => {
    const language = languageOf(request);
    const { id: companyId } = companyOf(request);
    const wanted = normalise(input.searchCurrency ?? '');
    // Instruments that are no longer offered are shown to accounts that hold orders in them.
    const held = offers.hasUnoffered(companyId) ? await deps.heldBy(request) : nothing;
    const isShown = ({ spec }: CatalogueEntry) => held.has(spec.id) || offers.isOffered(companyId, spec.id);
    if (wanted === '' && held.size === 0) {
      const own = listsOf(lists, offers, companyId);
      const write = () => listText(deps, market.entries.filter(isShown), companyId, language);
      return new WrittenAnswer(cachedList(clock, own, language, write));
    }
    const entries = market.entries.filter((entry) => isShown(entry) && isFound(entry, wanted, language));
    return new WrittenAnswer(toAnswer(listText(deps, entries, companyId, language), language));
  });

  registerCall(app, {}, marketCalls.categories, ({ request }) => {
    const language = languageOf(request);
    return categories.map(({ id, names }) => ({ Id: id, NameShowTrans: localisedName(names, language) }));
  });

  registerCall(app, {}, marketCalls.candles, async ({ input, request, reply }) => {
    const { forex_id, period, before, limit = klineLimitDefault } = input;
    const id = requireInstrument(market, forex_id);
    const language = languageOf(request);
    const asked = { network: siteOf(request.ip), caller: networkOf(request.ip), signal: signalOf(reply) };
    if (before === undefined)
      return new WrittenAnswer(await newestCandles(market, closed, { id, period, limit, language, asked }));
    const text = await candleText(market, { id, period, beforeMs: before, limit, asked });
    return new WrittenAnswer(toAnswer(text, language));
  });

  registerCall(app, {}, marketCalls.sparkline, async ({ input, request, reply }) => {
    const { forex_id, period } = input;
    const id = requireInstrument(market, forex_id);
    const language = languageOf(request);
    const asked = { network: siteOf(request.ip), caller: networkOf(request.ip), signal: signalOf(reply) };
    const answer = await sparkline(deps, sparklines, { id, period, language, asked });
    reply.header('cache-control', `public, max-age=${sparklineCachedMs / 1_000}`).header('vary', 'lang, origin');
    return new WrittenAnswer(answer);
  });
}

interface TimedAnswer {
  readonly answer: Buffer;
  readonly untilMs: number;
}

/** Candles of a row as text, and the answers by language. */
interface Sparkline {
  readonly text: SharedWork<string>;
  readonly answers: Map<Language, Buffer>;
  /** Expiry, set once the candles are there. */
  untilMs: number;
}

interface CandlesAsked {
  readonly id: InstrumentId;
  readonly period: Period;
  readonly language: Language;
  readonly asked: Caller;
}

/** A caller that waits for candles, and the signal that it has left. */
type Caller = AskedBy & { readonly signal: AbortSignal };

/** Finished candles of a request as text, valid until the next candle begins. */
interface ClosedCandles {
  readonly formingMs: number;
  readonly version: number;
  readonly text: SharedWork<string>;
  /** Answers by language, valid until the next quote. */
  readonly answers: Map<Language, Buffer>;
  answersVolume: number;
}

/** Wraps serialised data in an envelope, encoded once for all callers of a language. */
function toAnswer(data: string, language: Language): Buffer {
  return Buffer.from(`{"code":${codes.ok},"msg":${JSON.stringify(textOf(codes.ok, language))},"data":${data}}`);
}

function requireInstrument(market: MarketView, forexId: number): InstrumentId {
  const entry = market.entry(forexId as InstrumentId);
  if (entry === null) throw new RefusalError('unknownInstrument');
  return entry.spec.id;
}

interface Lists {
  readonly ofLaw: WeakMap<object, Map<Language, TimedAnswer>>;
  readonly ofCompany: Map<string, Map<Language, TimedAnswer>>;
}

const nothing: ReadonlySet<InstrumentId> = new Set();

/** Returns the cached lists: one set per law, and one per company with its own offer. */
function listsOf(lists: Lists, offers: OfferView, companyId: CompanyId): Map<Language, TimedAnswer> {
  if (offers.hasOwn(companyId)) {
    const own = lists.ofCompany.get(String(companyId)) ?? new Map<Language, TimedAnswer>();
    keep(lists.ofCompany, String(companyId), own);
    return own;
  }
  const caps = offers.leverageCaps(companyId);
  const shared = lists.ofLaw.get(caps) ?? new Map<Language, TimedAnswer>();
  lists.ofLaw.set(caps, shared);
  return shared;
}

function cachedList(clock: Clock, lists: Map<Language, TimedAnswer>, language: Language, write: () => string): Buffer {
  const nowMs = clock.monotonicMs();
  const cached = lists.get(language);
  if (cached !== undefined && cached.untilMs > nowMs) return cached.answer;
  const answer = toAnswer(write(), language);
  lists.set(language, { answer, untilMs: nowMs + listCachedMs });
  return answer;
}

function listText(
  { market, offers }: MarketRouteDeps,
  entries: readonly CatalogueEntry[],
  companyId: CompanyId,
  language: Language,
): string {
  const lines = entries.map((entry) => toInstrument(market, entry, offers.of(companyId, entry.spec), language));
  return JSON.stringify(lines);
}

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

/** Returns the newest candles. After a quote only the forming candle is serialised again. */
async function newestCandles(
  market: MarketView,
  closed: Map<string, ClosedCandles>,
  request: CandlesAsked & { readonly limit: number },
): Promise<Buffer> {
  const { id, period, limit, language, asked } = request;
  const forming = market.forming(id, period);
  if (forming === null || limit === 1)
    return toAnswer(await candleText(market, { id, period, beforeMs: null, limit, asked }), language);
  const key = `${id}:${period}:${limit}`;
  const version = market.candleVersion(id);
  let known = closed.get(key);
  if (known?.formingMs !== forming.timeMs || known.version !== version || known.text.isEnded) {
    const beforeMs = forming.timeMs;
    // Other callers may wait for the same candles: the first may leave, and the last one to leave aborts the work.
    const text = new SharedWork((signal) =>
      candleText(market, { id, period, beforeMs, limit: limit - 1, asked: { ...asked, signal } }),
    );
    known = { formingMs: beforeMs, version, text, answers: new Map(), answersVolume: 0 };
    keep(closed, key, known);
  }
  if (known.answersVolume !== forming.volume) known.answers.clear();
  known.answersVolume = forming.volume;
  const ready = known.answers.get(language);
  if (ready !== undefined) return ready;
  const before = (await waitFor(closed, key, known, asked.signal)).slice(1, -1);
  const last = JSON.stringify(toWireCandle(forming, market.spec(id)?.digits ?? 0));
  const answer = toAnswer(before === '' ? `[${last}]` : `[${before},${last}]`, language);
  // Quotes may have arrived while the finished candles were loaded.
  if (known.answersVolume === forming.volume) known.answers.set(language, answer);
  return answer;
}

async function sparkline(
  { market, clock }: MarketRouteDeps,
  sparklines: Map<string, Sparkline>,
  { id, period, language, asked }: CandlesAsked,
): Promise<Buffer> {
  const key = `${id}:${period}`;
  let known = sparklines.get(key);
  if (known === undefined || known.untilMs <= clock.monotonicMs() || known.text.isEnded) {
    const text = new SharedWork((signal) =>
      candleText(market, { id, period, beforeMs: null, limit: sparklineCandles, asked: { ...asked, signal } }),
    );
    known = { text, answers: new Map(), untilMs: Number.POSITIVE_INFINITY };
    keep(sparklines, key, known);
  }
  const text = await waitFor(sparklines, key, known, asked.signal);
  if (known.untilMs === Number.POSITIVE_INFINITY) known.untilMs = clock.monotonicMs() + sparklineCachedMs;
  const answer = known.answers.get(language) ?? toAnswer(text, language);
  known.answers.set(language, answer);
  return answer;
}

/** Waits with other callers; failed candles are not cached. */
async function waitFor<Kept extends { readonly text: SharedWork<string> }>(
  cache: Map<string, Kept>,
  key: string,
  kept: Kept,
  signal: AbortSignal,
): Promise<string> {
  try {
    return await kept.text.wait(signal);
  } catch (error) {
    // A caller that leaves must not cancel the others.
    if (cache.get(key) === kept && (kept.text.isDone || kept.text.isEnded)) cache.delete(key);
    throw error;
  }
}

async function candleText(
  market: MarketView,
  { id, ...request }: { id: InstrumentId; period: Period; beforeMs: number | null; limit: number; asked: AskedBy },
): Promise<string> {
  const candles = (await market.candles(id, request)) ?? [];
  const digits = market.spec(id)?.digits ?? 0;
  return JSON.stringify(candles.map((candle) => toWireCandle(candle, digits)));
}

/** Adds to a bounded cache; the oldest entry is evicted. */
function keep<Value>(cache: Map<string, Value>, key: string, value: Value): void {
  cache.delete(key);
  cache.set(key, value);
  if (cache.size <= cacheEntriesMax) return;
  const [oldest] = cache.keys();
  if (oldest !== undefined) cache.delete(oldest);
}
