import { createHash } from 'node:crypto';
import { calendarCalls, calendarDaysMax, calendarEntriesMax } from '@candor/contracts/http/calendar';
import type { FastifyInstance } from 'fastify';
import type { Calendar } from '../../../services/calendar/calendar.ts';
import { companyOf } from '../company-of.ts';
import { invalidField } from '../envelope.ts';
import { notModified, registerCall } from '../register-call.ts';

const dayMs = 86_400_000;
/** A page asks again after this, with its ETag. */
const freshSeconds = 60;

/** Registers the economic calendar, for visitors too (R-CAL-06). */
export function registerCalendarRoutes(app: FastifyInstance, { calendar }: { readonly calendar: Calendar }): void {
  registerCall(app, {}, calendarCalls.calendar, async ({ input, request, reply }) => {
    const { from, until } = input;
    if (until <= from || until - from > calendarDaysMax * dayMs) throw invalidField('until');
    const { entries, hasAny } = await calendar.shown(companyOf(request).id, from, until, calendarEntriesMax);
    const data = entries.map(({ id, atMs: at, currency, importance, title, forecast, previous, actual }) => {
      return { id, at, currency, importance, title, forecast, previous, actual };
    });
    const answer = { data, has_any: hasAny };
    const language = String(request.headers['lang'] ?? '');
    const etag = `"${createHash('sha256')
      .update(JSON.stringify([language, answer]))
      .digest('base64url')
      .slice(0, 22)}"`;
    reply.headers({ etag, 'cache-control': `private, max-age=${freshSeconds}`, vary: 'lang' });
    return request.headers['if-none-match'] === etag ? notModified : answer;
  });
}
