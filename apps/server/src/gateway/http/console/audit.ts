import { auditCalls } from '@candor/contracts/console/people';
import type { FastifyInstance } from 'fastify';
import type { AuditLog } from '../../../ports/audit.ts';
import type { ConsoleReads } from '../../../ports/console-reads.ts';
import { addConsoleCall, type ConsoleDeps } from './add-console-call.ts';
import type { ChainWalks } from './chain-walks.ts';
import { toListPage, toListPeriod } from './list-query.ts';

/** Audit trail entries, and the check of their hash chain. */
export function registerAuditCalls(
  app: FastifyInstance,
  deps: ConsoleDeps & { readonly reads: ConsoleReads; readonly audit: AuditLog; readonly chainWalks: ChainWalks },
): void {
  addConsoleCall(app, deps, auditCalls.list, async ({ company, query }) => {
    const { operator_id: operatorId = null, action = null, subject = null } = query;
    const asked = { ...toListPage(query, ['id', 'at']), ...toListPeriod(query), operatorId, action, subject };
    const { rows, total } = await deps.reads.entries(company.id, asked);
    const data = rows.map((entry) => ({
      id: entry.seq,
      at: entry.atMs,
      operator: entry.operatorEmail,
      company_id: company.id,
      operator_id: entry.operatorId,
      action: entry.action,
      subject: entry.subject,
      reason: entry.reason,
      hash: entry.hash.toString('hex'),
    }));
    return { data, total };
  });
  addConsoleCall(app, deps, auditCalls.verify, async ({ company, signal }) => {
    const walk = (aside: AbortSignal) => deps.audit.check(company.id, null, aside);
    const { head, fault } = await deps.chainWalks.of(`audit ${company.id}`, signal, walk);
    return { entries: head?.seq ?? 0, is_whole: fault === null, broken_at: fault?.seq ?? null };
  });
}
