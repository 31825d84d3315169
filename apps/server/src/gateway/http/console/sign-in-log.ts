import { signInCalls } from '@candor/contracts/console/sign-ins';
import type { FastifyInstance } from 'fastify';
import type { SignInLog } from '../../../ports/sign-ins.ts';
import { addConsoleCall, type ConsoleDeps } from './add-console-call.ts';
import type { ChainWalks } from './chain-walks.ts';
import { toListPage, toListPeriod } from './list-query.ts';

/** Sign-ins and refusals with their network, and the check of their hash chain. */
export function registerSignInLogCalls(
  app: FastifyInstance,
  deps: ConsoleDeps & { readonly signInLog: SignInLog; readonly chainWalks: ChainWalks },
): void {
  addConsoleCall(app, deps, signInCalls.list, async ({ company, query }) => {
    const { who = null, person_id: personId = null, network = null, kind = null } = query;
    const asked = { ...toListPage(query, ['id', 'at']), ...toListPeriod(query), who, personId, network, kind };
    const { rows, total } = await deps.signInLog.list(company.id, asked);
    const data = rows.map((entry) => ({
      id: entry.seq,
      at: entry.atMs,
      who: entry.who,
      person: entry.person,
      company_id: company.id,
      person_id: entry.personId,
      kind: entry.kind,
      detail: entry.detail,
      network: entry.network,
      count: entry.count,
      hash: entry.hash.toString('hex'),
    }));
    return { data, total };
  });
  addConsoleCall(app, deps, signInCalls.verify, async ({ company, signal }) => {
    const walk = (aside: AbortSignal) => deps.signInLog.check(company.id, null, aside);
    const { head, fault } = await deps.chainWalks.of(`sign-ins ${company.id}`, signal, walk);
    return { entries: head?.seq ?? 0, is_whole: fault === null, broken_at: fault?.seq ?? null };
  });
}
