import { calendarShownMax, calendarConsoleCalls as calls } from '@candor/contracts/console/calendar';
import type { FastifyInstance } from 'fastify';
import type { CalendarFacts, CalendarRecord } from '../../../ports/calendar.ts';
import { type Calendar, changedFields, type ImportOutcome } from '../../../services/calendar/calendar.ts';
import { invalidField, RefusalError } from '../envelope.ts';
import { addConsoleCall, type ConsoleDeps } from './add-console-call.ts';

export interface CalendarCallDeps extends ConsoleDeps {
  readonly calendar: Calendar;
}

/** Calls of operators about the economic calendar (R-CAL-01). */
export function registerCalendarCalls(app: FastifyInstance, deps: CalendarCallDeps): void {
  const { calendar } = deps;
  addConsoleCall(app, deps, calls.list, async ({ company, query }) => {
    const { currency = null, page, per_page: perPage, order } = query;
    const { entries, total } = await calendar.list(company.id, { currency, page, perPage, order });
    return { data: entries.map(toEntry), total };
  });
  addConsoleCall(app, deps, calls.history, async ({ company, params }) => {
    const versions = await calendar.history(company.id, params.id);
    return { data: versions.map((one) => ({ ...toEntry(one), act: one.act, reason: one.reason })) };
  });
  addConsoleCall(app, deps, calls.importFile, async ({ company, operator, body }) => {
    const { format, text, is_trial: isTrial } = body;
    const outcome = await calendar.importFile(company.id, operator.id, { format, text, isTrial });
    if (outcome === null) throw new RefusalError('versionChanged');
    return toImported(outcome);
  });
  addConsoleCall(app, deps, calls.change, async ({ company, operator, params, body }) => {
    const { version, reason } = body;
    const target = { id: params.id, version, reason };
    const outcome = await calendar.change(company.id, operator.id, target, toFacts(body));
    if (typeof outcome === 'object' && 'field' in outcome) throw invalidField(outcome.field);
    if (typeof outcome === 'string')
      throw new RefusalError(outcome === 'unknown' ? 'contentNotFound' : 'versionChanged');
    return toEntry(outcome);
  });
  addConsoleCall(app, deps, calls.remove, async ({ company, operator, params, body }) => {
    if (!(await calendar.remove(company.id, operator.id, params.id, body.reason)))
      throw new RefusalError('contentNotFound');
    return null;
  });
}

function toFacts(body: Omit<CalendarFacts, 'atMs'> & { readonly at: number }): CalendarFacts {
  const { at: atMs, currency, importance, title, forecast, previous, actual } = body;
  return { atMs, currency, importance, title, forecast, previous, actual };
}

function toEntry(entry: CalendarRecord) {
  const { id, uid, atMs: at, currency, importance, title, forecast, previous, actual, version, by } = entry;
  const facts = { currency, importance, title, forecast, previous, actual };
  return { id, uid, at, ...facts, version, is_deleted: entry.isDeleted, changed_at: entry.changedAtMs, by };
}

function toImported({ isStored, problems, differences, unchanged }: ImportOutcome) {
  const count = (act: string) => differences.filter((one) => one.act === act).length;
  return {
    is_stored: isStored,
    added: count('added'),
    changed: count('changed'),
    removed: count('removed'),
    unchanged,
    problem_count: problems.length,
    problems: problems.slice(0, calendarShownMax).map((one) => ({ ...one })),
    differences: differences.slice(0, calendarShownMax).map(({ act, entry, before }) => {
      const { title, atMs: at } = act === 'removed' && before !== null ? before : entry;
      const fields = act === 'changed' ? changedFields({ entry, before }) : [];
      return { act, uid: entry.uid, title, at, fields };
    }),
  };
}
