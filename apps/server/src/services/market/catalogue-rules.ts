import type { SessionCalendar } from '@candor/domain/calc/session-hours';
import { type CatalogueHours, catalogueFacts } from '@candor/domain/engine/rules/catalogue-versions';
import type { RuleChange } from '@candor/domain/engine/rules/trading-rules';
import type { CompanyId } from '@candor/domain/values/ids';
import type { Market } from '../../ports/market.ts';

/** Market with its catalogue. */
type ListedMarket = Pick<Market, 'specs' | 'calendar'>;

/** Holidays by calendar, of one year and the next. */
const closuresKept = new WeakMap<SessionCalendar, { readonly year: number; readonly hours: CatalogueHours }>();

/**
 * Returns what the catalogue says about each instrument, as rules for the core: it journals what is new, so that each
 * change has a leaf in the log of every company before a fill is decided by it (R-LOG-27).
 */
export function toCatalogueRules(market: ListedMarket, tenantIds: readonly CompanyId[], nowMs: number): RuleChange[] {
  const year = new Date(nowMs).getUTCFullYear();
  return market.specs().map((spec) => {
    const calendar = market.calendar(spec.id);
    const hours = calendar && hoursOf(calendar, year);
    return { rule: 'catalogue', tenantIds, instrumentId: spec.id, facts: catalogueFacts(spec, hours) };
  });
}

function hoursOf(calendar: SessionCalendar, year: number): CatalogueHours {
  const kept = closuresKept.get(calendar);
  if (kept?.year === year) return kept.hours;
  const { name, zone, windows } = calendar;
  const closures = [year, year + 1].flatMap((one) =>
    calendar.closures(one).map(({ fromMs, toMs }) => [fromMs, toMs] as const),
  );
  const hours = { calendar: name, zone, windows, closures };
  closuresKept.set(calendar, { year, hours });
  return hours;
}
