import { deskCalls } from '@candor/contracts/console/desk';
import { isPermitted, type Permission } from '@candor/contracts/console/permissions';
import type { AccountId, CompanyId, OrderId } from '@candor/domain/values/ids';
import { formatLots } from '@candor/domain/values/lots';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import type { AuditLog } from '../../../ports/audit.ts';
import type { ConsoleReads, ListedOrder } from '../../../ports/console-reads.ts';
import type { Market } from '../../../ports/market.ts';
import type { ListedUser, OperatorRecord, UserDirectory } from '../../../ports/operators.ts';
import { type DeskDeps, type DeskRecord, findRequest, openRequestsOf } from '../../../services/funds/requests.ts';
import { maskAccount } from '../../../services/invite/invitations.ts';
import { toUsdText } from '../to-funds.ts';
import { addConsoleCall, type ConsoleDeps, standingOf } from './add-console-call.ts';

export interface SearchCallDeps extends ConsoleDeps {
  readonly users: Pick<UserDirectory, 'find' | 'list' | 'people'>;
  /** Returns users whose verified names have words that begin as typed. */
  readonly findByName: (companyId: CompanyId, typed: string, limit: number) => Promise<readonly number[]>;
  readonly desk: DeskDeps;
  readonly reads: Pick<ConsoleReads, 'order' | 'account'>;
  readonly market: Pick<Market, 'spec'>;
  readonly audit: Pick<AuditLog, 'append'>;
  readonly caughtUp: (companyId: CompanyId) => Promise<void>;
}

type Found = z.infer<(typeof deskCalls)['search']['answer']>;

/** Maximum clients that a search finds. */
const clientsMax = 6;
/** Clients whose open requests are found with them, and requests of each kind. */
const [openedMax, openMax] = [3, 3];
const idMax = 2_147_483_647;

/**
 * Search over everything that the role may open (R-CON-22). Each client found is recorded before anything is answered: who
 * looked for whom can be read at the client.
 */
export function registerSearchCalls(app: FastifyInstance, deps: SearchCallDeps): void {
  addConsoleCall(app, deps, deskCalls.search, async ({ operator, company, body: { q } }) => {
    const may = (permission: Permission) => isPermitted(standingOf(operator), permission);
    await deps.caughtUp(company.id);
    const receipt = /^(\d{1,10})-[a-z-]{1,20}$/.exec(q);
    const typed = receipt?.[1] ?? q.replace(/^#/, '');
    const number = /^\d{1,10}$/.test(typed) && Number(typed) <= idMax ? Number(typed) : null;
    const clients = may('user.read') && receipt === null ? await findClients(deps, company.id, q) : [];
    const funds = may('funds.read') ? await findFunds(deps, company.id, receipt === null ? number : null, clients) : [];
    const order = may('account.read') && number !== null ? await deps.reads.order(company.id, number as OrderId) : null;
    const account =
      may('account.read') && number !== null && receipt === null
        ? await deps.reads.account(company.id, number as AccountId)
        : null;
    const uids = [
      ...clients.map(({ user }) => user.uid),
      ...funds.map(({ people }) => people.uid),
      order?.uid,
      account?.uid,
    ];
    await recordFound(deps, operator, uids, waysOf(q, receipt !== null));
    const ids = clients.map(({ user }) => user.id);
    const names = await deps.desk.verifiedNames(company.id, ids);
    return {
      clients: clients.map((listed) => toClient(listed, names.get(listed.user.id) ?? '')),
      funds: funds.map(toFunds),
      orders: order === null ? [] : [toOrder(deps.market, order, receipt === null ? '' : q)],
      accounts: account === null ? [] : [{ id: account.id, uid: account.uid, is_demo: account.realm === 'demo' }],
    };
  });
}

/** Finds by number, email or phone as the list of users does, and by verified name. */
async function findClients(deps: SearchCallDeps, companyId: CompanyId, q: string): Promise<readonly ListedUser[]> {
  const page = { page: 1, pageSize: clientsMax, isNewestFirst: true, isDemo: null };
  const { users } = await deps.users.list(companyId, { search: q.replace(/^#/, ''), ...page });
  const named = await deps.findByName(companyId, q, clientsMax);
  const known = new Set(users.map(({ user }) => user.id));
  const people = await deps.users.people(
    companyId,
    named.filter((id) => !known.has(id)),
  );
  const others = await Promise.all([...people.values()].map(({ uid }) => deps.users.find(companyId, uid)));
  return [...users, ...others.filter((one) => one !== null)].slice(0, clientsMax);
}

/** The request of a number, and the open requests of the first clients found. */
async function findFunds(
  { desk }: SearchCallDeps,
  companyId: CompanyId,
  number: number | null,
  clients: readonly ListedUser[],
): Promise<readonly DeskRecord[]> {
  const own = number === null ? null : await findRequest(desk, companyId, number);
  const open = await Promise.all(
    clients.slice(0, openedMax).map(({ user }) => openRequestsOf(desk, companyId, user.accountId, openMax)),
  );
  return [...(own === null ? [] : [own]), ...open.flat()];
}

function waysOf(q: string, isReceipt: boolean): string {
  if (isReceipt) return 'by receipt';
  if (/^#?\d+$/.test(q)) return 'by number';
  if (q.startsWith('+')) return 'by phone';
  return q.includes('@') ? 'by email' : 'by name or email';
}

async function recordFound(
  { audit }: SearchCallDeps,
  operator: OperatorRecord,
  uids: readonly (string | undefined)[],
  reason: string,
): Promise<void> {
  const entry = { operatorId: operator.id, action: 'user-found', reason: `searched ${reason}` };
  for (const uid of new Set(uids))
    if (uid !== undefined && uid !== '')
      await audit.append(operator.companyId, { ...entry, subject: `user with uid ${uid}` });
}

function toClient({ user }: ListedUser, name: string): Found['clients'][number] {
  const { uid, email, mobile, isDemo, isDisabled } = user;
  return { uid, name, account: maskAccount({ email, mobile }), is_demo: isDemo, is_disabled: isDisabled };
}

function toFunds(record: DeskRecord): Found['funds'][number] {
  const { uid, name } = record.people;
  const funds =
    record.kind === 'correction'
      ? record.correction
      : record.kind === 'deposit'
        ? record.view.deposit
        : record.view.withdrawal;
  const amount = toUsdText(funds.kind === 'deposit' ? funds.credit : funds.amount);
  const { id, kind, status, requestedAtMs } = funds;
  return { kind, id, uid, name, amount, status, requested_at: requestedAtMs };
}

function toOrder(market: Pick<Market, 'spec'>, { order, uid }: ListedOrder, receipt: string): Found['orders'][number] {
  const spec = market.spec(order.instrumentId);
  const lots = spec === null ? '' : formatLots(order.lots, spec);
  return { id: order.id, uid, symbol: spec?.code ?? '', side: order.side, lots, status: order.status, receipt };
}
