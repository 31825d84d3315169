import { instrumentCalls } from '@candor/contracts/console/market';
import type { SessionCalendar } from '@candor/domain/calc/session-hours';
import { formatDecimal, parseDecimal } from '@candor/domain/values/decimal';
import type { CompanyId, InstrumentId } from '@candor/domain/values/ids';
import { type InstrumentSpec, stressMoveOf } from '@candor/domain/values/instrument';
import { catalogueTerms } from '@candor/domain/values/instrument-terms';
import { formatLots, parseLots } from '@candor/domain/values/lots';
import { formatPrice } from '@candor/domain/values/price';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import type { CompanyRecord } from '../../../ports/company.ts';
import type { Market } from '../../../ports/market.ts';
import type { OfferView, SetTerms, TermsVersion } from '../../../ports/offers.ts';
import { categories } from '../../../services/market/catalogue/names.ts';
import { findTermsFault } from '../../../services/offer/check-terms.ts';
import type { CompanyOffers } from '../../../services/offer/company-offers.ts';
import { tradingPolicyOf } from '../../../services/trade/trading-policy.ts';
import { invalidField, RefusalError } from '../envelope.ts';
import { addConsoleCall, type ConsoleDeps } from './add-console-call.ts';
import { addGovernedCall, type GovernedDeps } from './governed-calls.ts';
import { pageOf, pageRows } from './list-query.ts';

export interface OfferCallDeps extends ConsoleDeps {
  readonly market: Market;
  readonly offers: CompanyOffers;
  readonly view: OfferView;
}

export interface InstrumentCallDeps extends OfferCallDeps, GovernedDeps {}

type Row = z.infer<(typeof instrumentCalls)['list']['answer']>['data'][number];
type Body = z.infer<(typeof instrumentCalls)['change']['body']>;

/** Decimals of the stress move in percent. */
const stressScale = 2;
const [feeScale, swapScale] = [8, 2];

/** A company's instruments and its terms for them, which operators set version by version (R-OPS-42). */
export function registerInstrumentCalls(app: FastifyInstance, deps: InstrumentCallDeps): void {
  const { market, offers, view } = deps;
  addConsoleCall(app, deps, instrumentCalls.list, async ({ company, query }) => {
    const wanted = (query.q ?? '').trim().toLowerCase();
    const found = market
      .specs()
      .filter(({ categoryId }) => query.category === undefined || query.category === categoryId)
      .filter((spec) => [spec.code, spec.showCode, spec.name].some((text) => text.toLowerCase().includes(wanted)));
    const own = await offers.terms(company.id);
    return pageRows(
      found.map((spec) => toRow(deps, company.id, spec, own.get(spec.id))),
      query,
    );
  });
  addConsoleCall(app, deps, instrumentCalls.one, async ({ company, params }) => {
    const spec = requireSpec(market, params.id);
    const cap = view.leverageCap(company.id, spec);
    const own = (await offers.terms(company.id)).get(spec.id);
    const terms = own?.terms ?? { ...catalogueTerms(spec), closures: [] };
    return {
      ...toRow(deps, company.id, spec, own),
      ...toTerms(spec, terms),
      leverage_cap: Number.isFinite(cap) ? cap : Math.max(0, ...spec.leverages),
      ...weeklySessions(market.calendar(spec.id)),
    };
  });
  registerTermsChange(app, deps);
  addConsoleCall(app, deps, instrumentCalls.versions, async ({ company, params, query }) => {
    const spec = requireSpec(market, params.id);
    const { rows, total } = await offers.versions(company.id, spec.id, pageOf(query));
    return { data: rows.map((row) => toVersion(spec, row)), total };
  });
}

function registerTermsChange(app: FastifyInstance, deps: InstrumentCallDeps): void {
  const { market, offers } = deps;
  const parse = (company: CompanyRecord, id: number, body: Body) => {
    const spec = requireSpec(market, id);
    const terms = parseTerms(spec, body);
    const { leverageCaps: caps, feeType } = tradingPolicyOf(company);
    const fault = findTermsFault(terms, { spec, caps, feeType });
    if (fault !== null) throw new RefusalError('settingNotAllowed', { data: { field: wireFields[fault] } });
    return { spec, terms };
  };
  addGovernedCall(app, deps, instrumentCalls.change, {
    kind: 'terms',
    async plan({ company, params, body }) {
      const { spec, terms } = parse(company, params.id, body);
      const { inForce, isGoverned } = await offers.judge(company.id, spec, terms);
      if (inForce.version !== body.version) throw new RefusalError('versionChanged');
      const [before, after] = [toTerms(spec, inForce.terms), toTerms(spec, terms)];
      return { subject: spec.code, before, after, isGoverned };
    },
    async act({ company, operator, params, body }) {
      const { spec, terms } = parse(company, params.id, body);
      const { reason, version: lastVersion } = body;
      const set = await offers.setTerms(operator, spec.id, { terms, reason, lastVersion });
      if (set === null) throw new RefusalError('versionChanged');
      return toVersion(spec, set);
    },
  });
}

export function requireSpec(market: Market, id: number): InstrumentSpec {
  const spec = market.spec(id as InstrumentId);
  if (spec === null) throw new RefusalError('unknownInstrument');
  return spec;
}

function toRow(
  { market, view }: OfferCallDeps,
  companyId: CompanyId,
  spec: InstrumentSpec,
  own: TermsVersion | undefined,
): Row {
  const offered = view.of(companyId, spec);
  const state = market.state(spec.id);
  const quote = market.quote(spec.id);
  const { nextOpenMs, nextCloseMs } = offered.hours(state);
  const { openAgeMaxMs } = view.policy(companyId);
  return {
    id: spec.id,
    symbol: spec.code,
    name: spec.name,
    category: categories.find(({ id }) => id === spec.categoryId)?.names.en ?? '',
    is_market_open: state.kind === 'open' && offered.block !== 'closed',
    is_stale: state.kind === 'open' && market.ageMs(spec.id) > openAgeMaxMs,
    is_halted: offered.block === 'halted' || offered.block === 'wide',
    bid: quote === null ? null : formatPrice(quote.bid, spec.digits),
    ask: quote === null ? null : formatPrice(quote.ask, spec.digits),
    source: quote?.source ?? '',
    next_open: nextOpenMs,
    next_close: nextCloseMs,
    version: own?.version ?? 0,
    is_offered: view.isOffered(companyId, spec.id),
    leverages: [...offered.spec.leverages],
  };
}

function toTerms(spec: InstrumentSpec, terms: SetTerms) {
  return {
    is_offered: terms.isOffered,
    leverages: [...terms.leverages],
    fee_rate: formatDecimal(terms.feeRateE8, feeScale),
    lots_min: formatLots(terms.lotsMin, spec),
    lots_max: formatLots(terms.lotsMax, spec),
    swap_long: formatDecimal(BigInt(terms.swapLongE2), swapScale),
    swap_short: formatDecimal(BigInt(terms.swapShortE2), swapScale),
    stress_move: formatDecimal(BigInt(terms.stressMoveE4 ?? stressMoveOf(spec)), stressScale),
    closures: terms.closures.map(({ fromMs, toMs, note }) => ({ from: fromMs, to: toMs, note })),
  };
}

function toVersion(spec: InstrumentSpec, set: TermsVersion) {
  const { version, by, atMs, reason } = set;
  return { id: spec.id, version, ...toTerms(spec, set.terms), by, at: atMs, reason };
}

const wireFields: Record<keyof SetTerms, string> = {
  stressMoveE4: 'stress_move',
  isOffered: 'is_offered',
  leverages: 'leverages',
  feeRateE8: 'fee_rate',
  lotsMin: 'lots_min',
  lotsMax: 'lots_max',
  swapLongE2: 'swap_long',
  swapShortE2: 'swap_short',
  closures: 'closures',
};

/** Parses decimal texts as integers of their unit; too many digits are refused by field. */
function parseTerms(spec: InstrumentSpec, body: Body): SetTerms {
  const decimal = (field: 'fee_rate' | 'swap_long' | 'swap_short' | 'stress_move', scale: number): bigint => {
    const value = parseDecimal(body[field] ?? '', scale);
    if (value === null) throw invalidField(field);
    return value;
  };
  const lots = (field: 'lots_min' | 'lots_max'): number => {
    const steps = parseLots(body[field], spec);
    if (steps === null) throw invalidField(field);
    return steps;
  };
  const closures = body.closures.map(({ from, to, note }) => ({ fromMs: from, toMs: to, note }));
  const stressMoveE4 = body.stress_move === undefined ? undefined : Number(decimal('stress_move', stressScale));
  return {
    ...(stressMoveE4 === undefined || stressMoveE4 === stressMoveOf(spec) ? {} : { stressMoveE4 }),
    isOffered: body.is_offered,
    leverages: body.leverages.toSorted((left, right) => left - right),
    feeRateE8: decimal('fee_rate', feeScale),
    lotsMin: lots('lots_min'),
    lotsMax: lots('lots_max'),
    swapLongE2: Number(decimal('swap_long', swapScale)),
    swapShortE2: Number(decimal('swap_short', swapScale)),
    closures: closures.toSorted((left, right) => left.fromMs - right.fromMs),
  };
}

const dayMinutes = 1_440;
const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** Returns an exchange's weekly sessions in its own time, as "Sun 17:00"; empty if it trades at all hours. */
function weeklySessions(calendar: SessionCalendar | null): {
  sessions: { opens: string; closes: string }[];
  zone: string;
} {
  const sessions = (calendar?.windows ?? []).map(([from, to]) => ({ opens: timeText(from), closes: timeText(to) }));
  return { sessions, zone: calendar?.zone ?? '' };
}

function timeText(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const ofDay = minutes % dayMinutes;
  return `${days[Math.floor(minutes / dayMinutes) % 7] ?? ''} ${two(Math.floor(ofDay / 60))}:${two(ofDay % 60)}`;
}
