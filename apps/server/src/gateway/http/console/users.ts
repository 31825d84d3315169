import { userCalls } from '@candor/contracts/console/people';
import { formatMoney, parseMoney, zeroMoney } from '@candor/domain/values/money';
import type { FastifyInstance } from 'fastify';
import type { ConsoleReads } from '../../../ports/console-reads.ts';
import type { ListedUser, UserLimits } from '../../../ports/operators.ts';
import type { AccountView, TradingPort } from '../../../ports/trading-port.ts';
import type { DeskDeps } from '../../../services/funds/requests.ts';
import { deviceNameOf } from '../../../services/identity/devices.ts';
import type { Tokens } from '../../../services/identity/tokens.ts';
import { maskAccount } from '../../../services/invite/invitations.ts';
import type { SetUserDisabled, UserDesk } from '../../../services/operators/users.ts';
import { invalidField, RefusalError } from '../envelope.ts';
import { addConsoleCall, type ConsoleDeps } from './add-console-call.ts';
import { toListPage, toListPeriod } from './list-query.ts';

export interface UserCallDeps extends ConsoleDeps {
  readonly users: UserDesk;
  readonly setUserDisabled: SetUserDisabled;
  readonly tokens: Tokens;
  readonly core: Pick<TradingPort, 'viewAccounts'>;
  readonly reads: Pick<ConsoleReads, 'entries'>;
  readonly verifiedNames: DeskDeps['verifiedNames'];
}

/** Traders as operators see them, and the actions operators may take on them. */
export function registerUserCalls(app: FastifyInstance, deps: UserCallDeps): void {
  const { users, core } = deps;
  addConsoleCall(app, deps, userCalls.list, async ({ company, query }) => {
    if (query.sort !== 'id') throw invalidField('sort');
    const { users: found, total } = await users.list(company.id, {
      search: query.q ?? '',
      isDemo: query.is_demo === undefined ? null : query.is_demo === 1,
      page: query.page,
      pageSize: query.per_page,
      isNewestFirst: query.order === 'DESC',
    });
    const accounts = await core.viewAccounts(found.map(({ user }) => user.accountId));
    return { data: found.map((listed, at) => toMaskedRow(listed, accounts[at] ?? null)), total };
  });
  addConsoleCall(app, deps, userCalls.one, async ({ operator, params }) => {
    const opened = await users.open(operator, params.uid);
    if (opened === null) throw new RefusalError('userNotFound');
    const { listed, limits } = opened;
    const sessions = (await deps.tokens.list(listed.user)).map((token) => ({
      id: token.sessionId,
      device: deviceNameOf(token.userAgent),
      created_at: token.createdAtMs,
      last_seen_at: token.lastSeenAtMs,
    }));
    const [account = null] = await core.viewAccounts([listed.user.accountId]);
    const rating = { score: listed.user.creditScore, level: listed.user.level };
    const { id } = listed.user;
    const name = (await deps.verifiedNames(operator.companyId, [id])).get(id) ?? '';
    return { ...toRow(listed, account), name, rating, limits: toLimits(limits), sessions };
  });
  addConsoleCall(app, deps, userCalls.looks, async ({ company, params, query }) => {
    const { rows, total } = await deps.reads.entries(company.id, {
      ...toListPage(query),
      ...toListPeriod({}),
      operatorId: null,
      action: null,
      subject: null,
      wholeSubject: `user with uid ${params.uid}`,
    });
    const data = rows.map(({ seq, atMs, operatorEmail: operator, action, reason }) => ({
      id: seq,
      at: atMs,
      operator,
      action,
      reason,
    }));
    return { data, total };
  });
  registerUserChanges(app, deps);
}

function registerUserChanges(app: FastifyInstance, deps: UserCallDeps): void {
  const { users } = deps;
  for (const [call, isDisabled] of [
    [userCalls.disable, true],
    [userCalls.enable, false],
  ] as const)
    addConsoleCall(app, deps, call, async ({ operator, company, params, body }) => {
      const change = { uid: params.uid, isDisabled, reason: body.reason };
      return requireKnown(await deps.setUserDisabled(operator, company, change));
    });
  addConsoleCall(app, deps, userCalls.endSessions, async ({ operator, params, body }) =>
    requireKnown(await users.endSessions(operator, params.uid, body.reason)),
  );
  addConsoleCall(app, deps, userCalls.rate, async ({ operator, params, body }) => {
    const { reason, ...rating } = body;
    requireKnown(await users.rate(operator, params.uid, rating, reason));
    return rating;
  });
  addConsoleCall(app, deps, userCalls.limit, async ({ operator, params, body }) => {
    const withdrawalDayMax = parseMoney(body.withdrawal_day_max);
    if (withdrawalDayMax === null || withdrawalDayMax < 0n) throw invalidField('withdrawal_day_max');
    const limits: UserLimits = {
      leverageMax: body.leverage_max,
      ordersMax: body.orders_max,
      withdrawalDayMax,
      isOpeningBlocked: body.is_opening_blocked,
      isWithdrawalBlocked: body.is_withdrawal_blocked,
    };
    requireKnown(await users.limit(operator, params.uid, limits, body.reason));
    return toLimits(limits);
  });
}

function requireKnown(isKnown: boolean): null {
  if (!isKnown) throw new RefusalError('userNotFound');
  return null;
}

const reviewStatus = { waiting: 1, approved: 2, rejected: 0 } as const;

function toRow({ user, createdAtMs, lastSeenAtMs, review, inviterUid }: ListedUser, account: AccountView | null) {
  return {
    id: user.uid,
    uid: user.uid,
    email: user.email ?? '',
    mobile: user.mobile ?? '',
    is_demo: user.isDemo ? 1 : 0,
    is_disabled: user.isDisabled,
    review_status: review === null ? 0 : reviewStatus[review],
    created_at: createdAtMs,
    last_seen_at: lastSeenAtMs,
    account_id: user.accountId,
    balance: formatMoney(account?.summary.balance ?? zeroMoney),
    inviter_uid: inviterUid,
  };
}

/** Masks the address: lists never show it whole. */
function toMaskedRow(listed: ListedUser, account: AccountView | null) {
  const { email, mobile } = listed.user;
  return {
    ...toRow(listed, account),
    email: email === null ? '' : maskAccount({ email, mobile: null }),
    mobile: mobile === null ? '' : maskAccount({ email: null, mobile }),
  };
}

function toLimits(limits: UserLimits) {
  return {
    leverage_max: limits.leverageMax,
    orders_max: limits.ordersMax,
    withdrawal_day_max: formatMoney(limits.withdrawalDayMax),
    is_opening_blocked: limits.isOpeningBlocked,
    is_withdrawal_blocked: limits.isWithdrawalBlocked,
  };
}
