import { noticeCalls, noticesPageMax, unreadNoticesMax } from '@candor/contracts/http/notices';
import type { CompanyId } from '@candor/domain/values/ids';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../../ports/clock.ts';
import type { Market } from '../../../ports/market.ts';
import type { NoticePlace, NoticeStore } from '../../../ports/notices.ts';
import type { Session, Tokens } from '../../../services/identity/tokens.ts';
import { kindsOfGroup } from '../../../services/notices/notice-events.ts';
import { invalidField, languageOf } from '../envelope.ts';
import { registerCall } from '../register-call.ts';
import { toListedNotice } from '../to-notice.ts';

export interface NoticeRouteDeps {
  readonly notices: NoticeStore;
  /** Resolves once the lists hold everything that was announced. */
  readonly caughtUp: (companyId: CompanyId) => Promise<void>;
  readonly market: Market;
  readonly tokens: Tokens;
  readonly clock: Clock;
}

/** Registers the calls about the list of notices (R-ALR-05). They take no account id. */
export function registerNoticeRoutes(app: FastifyInstance, deps: NoticeRouteDeps): void {
  const { notices, caughtUp, market, clock } = deps;
  const countUnread = async ({ user }: Session) => notices.unread(user.companyId, user.accountId, unreadNoticesMax);
  registerCall(app, deps, noticeCalls.notices, async ({ session, input, request }) => {
    const { companyId, accountId, currency } = session.user;
    await caughtUp(companyId);
    const found = await notices.list(companyId, {
      accountId,
      kinds: input.group === undefined ? null : kindsOfGroup(input.group),
      before: input.before === undefined ? null : toPlace(input.before),
      limit: noticesPageMax,
    });
    const last = found.length < noticesPageMax ? undefined : found.at(-1);
    const words = {
      currency,
      language: languageOf(request),
      specOf: (id: Parameters<Market['spec']>[0]) => market.spec(id),
    };
    return {
      data: found.map((notice) => toListedNotice(notice, words)),
      next: last === undefined ? null : `${last.atMs}_${last.id}`,
      unread: await countUnread(session),
    };
  });
  registerCall(app, deps, noticeCalls.unreadNotices, async ({ session }) => {
    await caughtUp(session.user.companyId);
    return { unread: await countUnread(session) };
  });
  registerCall(app, deps, noticeCalls.readNotices, async ({ session, input: { ids, until } }) => {
    const { companyId, accountId } = session.user;
    if (ids === undefined && until === undefined) throw invalidField('ids');
    const read = ids === undefined ? { untilMs: until ?? 0 } : { ids };
    await notices.read(companyId, accountId, read, clock.nowMs());
    return { unread: await countUnread(session) };
  });
}

function toPlace(before: string): NoticePlace {
  const at = before.indexOf('_');
  return { atMs: Number(before.slice(0, at)), id: before.slice(at + 1) };
}
