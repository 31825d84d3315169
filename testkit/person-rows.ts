import type { CompanyId } from '../packages/domain/src/values/ids.ts';
import type { TestServer } from './test-server.ts';

const zeros = (bytes: number) => `decode(repeat('00', ${bytes}), 'hex')`;

/** Leaves a row of a company in the tables of audits, daily totals, notes and pushed notices. */
export async function leaveProofsAndNotes(server: TestServer, company: CompanyId): Promise<void> {
  const user = `(select min(id) from app_user where company_id = ${company})`;
  for (const text of [
    `insert into audit_result values (${company}, 1, 2, 'good', 1, '[]')`,
    `insert into liability_total values
      (${company}, '2026-11-01', 'USD', 1, 1, 1, 5, 4, ${zeros(32)}, 'total of ${company}', 'text', null, false)`,
    `insert into liability_leaf values (${company}, '2026-11-01', 'USD', ${user}, 0, 5, ${zeros(32)})`,
    `insert into liability_nodes values (${company}, '2026-11-01', 'USD', 0, 0, ${zeros(40)})`,
    `insert into statistics_day values (${company}, '2026-11-01', 'real', '{}', null, 0, 1, 0, 0)`,
    `insert into statistics_fill values (${company}, '2026-11-01', 1, '[]')`,
    `insert into trade_note values (${company}, ${user}, 1, 'a note', '{}', 1, 1)`,
    `insert into client_note (company_id, user_id, operator_id, client_id, note, at_ms)
      values (${company}, ${user}, 1, 'one', 'a note of an operator', 1)`,
    `insert into push_device values
      (${company}, ${user}, 'device', 'https://push.example/1', 'key', 'auth', gen_random_uuid(), 'en', 1)`,
    `insert into notice_choice values (${company}, ${user}, '{}')`,
    `insert into calendar_entry
      (company_id, uid, at_ms, currency, importance, title, forecast, previous, actual, version, is_deleted, changed_at_ms, changed_by)
      values (${company}, 'one', 1, 'USD', 1, 'Sample', '', '', '', 1, false, 1, 1)`,
    `insert into calendar_version values (${company}, 1, 1, 'added', '', '{}', 1, 1)`,
  ])
    await server.open.pool.query(text);
}
