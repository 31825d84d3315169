import { clientCalls } from '@candor/contracts/console/clients';
import { compareNames } from '@candor/domain/calc/names';
import type { CompanyId } from '@candor/domain/values/ids';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import type { Clock } from '../../../ports/clock.ts';
import type { ConsoleReads } from '../../../ports/console-reads.ts';
import type { PayoutMethodRecord } from '../../../ports/funds.ts';
import type { Market } from '../../../ports/market.ts';
import {
  type MethodDetails,
  maskDestination,
  readDetails,
  withUsableTimes,
} from '../../../services/funds/payout-methods.ts';
import type { DeskDeps } from '../../../services/funds/requests.ts';
import type { ClientNotes } from '../../../services/operators/client-notes.ts';
import { RefusalError } from '../envelope.ts';
import { textOfNotice } from '../to-notice.ts';
import { addConsoleCall, type ConsoleDeps } from './add-console-call.ts';
import { toListPage } from './list-query.ts';

type MethodRow = z.infer<typeof clientCalls.payoutMethods.answer>['data'][number];

export interface ClientCallDeps extends ConsoleDeps {
  readonly notes: ClientNotes;
  readonly desk: Pick<DeskDeps, 'credentials' | 'currencies' | 'methods' | 'sealer' | 'users' | 'verifiedNames'>;
  readonly reads: Pick<ConsoleReads, 'notices'>;
  readonly market: Pick<Market, 'spec'>;
  readonly clock: Clock;
  /** Resolves once the lists hold everything that was announced. */
  readonly caughtUp: (companyId: CompanyId) => Promise<void>;
}

/** Notes about a client, payout methods of the client, and notices to the client (R-CON-32, R-CON-33). */
export function registerClientCalls(app: FastifyInstance, deps: ClientCallDeps): void {
  registerNotes(app, deps);
  addConsoleCall(app, deps, clientCalls.payoutMethods, async ({ company, params, query }) => {
    const user = await requireUser(deps, company.id, params.uid);
    const { rows, total } = await deps.desk.methods.ofUser(company.id, user.id, toListPage(query));
    const name = (await deps.desk.verifiedNames(company.id, [user.id])).get(user.id) ?? '';
    const nowMs = deps.clock.nowMs();
    const data = (await withUsableTimes(deps.desk, user, rows)).map((method) =>
      toMethodRow(method, { details: readDetails(deps.desk.sealer, company.id, method), name, nowMs }),
    );
    return { data, total };
  });
  addConsoleCall(app, deps, clientCalls.notices, async ({ company, params, query }) => {
    const user = await requireUser(deps, company.id, params.uid);
    await deps.caughtUp(company.id);
    const { rows, total } = await deps.reads.notices(company.id, user.accountId, toListPage(query));
    const specOf = (id: Parameters<Market['spec']>[0]) => deps.market.spec(id);
    const words = { currency: user.currency, language: 'en', specOf } as const;
    const data = rows.map((notice) => {
      const { id, atMs, kind, isRead } = notice;
      return { id, at: atMs, kind, text: textOfNotice(notice, words), is_read: isRead };
    });
    return { data, total };
  });
}

function registerNotes(app: FastifyInstance, deps: ClientCallDeps): void {
  addConsoleCall(app, deps, clientCalls.notes, async ({ operator, params, query }) => {
    const found = await deps.notes.list(operator, params.uid, toListPage(query));
    if (found === null) throw new RefusalError('userNotFound');
    const data = found.rows.map(({ id, atMs, operatorId, operatorEmail, note }) => ({
      id,
      at: atMs,
      operator: operatorEmail || `operator ${operatorId}`,
      note,
    }));
    return { data, total: found.total };
  });
  addConsoleCall(app, deps, clientCalls.addNote, async ({ operator, params, body }) => {
    const outcome = await deps.notes.add(operator, params.uid, { note: body.note, clientId: body.client_id });
    if (outcome === null) throw new RefusalError('userNotFound');
    if (outcome === 'full') throw new RefusalError('tooManyClientNotes');
    if (outcome === 'conflict') throw new RefusalError('idempotencyConflict', { httpStatus: 422 });
    return null;
  });
}

async function requireUser({ desk }: ClientCallDeps, companyId: CompanyId, uid: string) {
  const listed = await desk.users.find(companyId, uid);
  if (listed === null) throw new RefusalError('userNotFound');
  return listed.user;
}

interface MethodFacts {
  readonly details: MethodDetails;
  /** Verified name; empty without one. */
  readonly name: string;
  readonly nowMs: number;
}

function toMethodRow(method: PayoutMethodRecord, { details, name, nowMs }: MethodFacts): MethodRow {
  const { kind, code, protocol } = method.currency;
  return {
    id: method.id,
    kind,
    currency: code,
    protocol,
    destination: maskDestination(kind === 'coin' ? details.address : details.payeeAccount),
    bank_name: details.bankName,
    payee_name: details.payeeName,
    payee_match: matchOf(details.payeeName, name),
    state: stateOf(method, nowMs),
    bound_at: method.createdAtMs,
    usable_at: method.usableAtMs,
  };
}

function matchOf(payeeName: string, name: string): MethodRow['payee_match'] {
  if (payeeName === '') return 'none';
  return name === '' ? 'unverified' : compareNames(name, payeeName);
}

function stateOf({ detailsSealed, isRemoved, usableAtMs }: PayoutMethodRecord, nowMs: number): MethodRow['state'] {
  if (detailsSealed === null) return 'erased';
  if (isRemoved) return 'removed';
  return usableAtMs > nowMs ? 'held' : 'usable';
}
