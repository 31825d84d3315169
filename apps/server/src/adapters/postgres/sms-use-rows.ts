import type { CompanyId } from '@candor/domain/values/ids';
import { sql } from 'kysely';
import type { SmsCharge, SmsUse, SmsUseStore } from '../../ports/messages.ts';
import { appendAudit } from './audit-rows.ts';
import type { Db } from './database.ts';
import { withTenant } from './with-tenant.ts';

const dayMs = 24 * 3_600_000;
/** Share of a limit at which operators are notified. */
const warnedAt = 0.8;
/** Notices to owners may use this multiple of the limits for codes. */
const noticeShare = 1.25;
const countriesShown = 5;

type Scope = 'company' | 'country' | 'prefix';
const scopes = ['company', 'country', 'prefix'] as const;

interface UseRow {
  readonly scope: Scope;
  readonly prefix: string;
  readonly used: number;
  readonly refused: number;
}

/**
 * Charges an SMS to the company's day; false if a limit is reached, then only the refusal is counted (R-SES-37). Locks
 * the company's row first, so that concurrent calls cannot deadlock.
 */
export async function takeSms(
  trx: Db,
  companyId: CompanyId,
  charge: SmsCharge,
  atMs: number,
  kind: 'code' | 'notice',
): Promise<boolean> {
  const day = Math.floor(atMs / dayMs);
  const prefixes = { company: '', country: charge.country, prefix: charge.prefix };
  const rows: UseRow[] = [];
  for (const scope of scopes) {
    const counted = await sql<UseRow>`
      insert into sms_use as known (company_id, day, scope, prefix, used)
      values (${companyId}, ${day}, ${scope}, ${prefixes[scope]}, 1)
      on conflict (company_id, day, scope, prefix) do update set used = known.used + 1
      returning scope, prefix, used, refused`.execute(trx);
    rows.push(...counted.rows);
  }
  const share = kind === 'notice' ? noticeShare : 1;
  const isOver = rows.some(({ scope, used }) => used > Math.floor(charge.limits[scope] * share));
  if (isOver) {
    await sql`
      update sms_use set used = used - 1, refused = refused + 1
      where company_id = ${companyId} and day = ${day}
        and (scope, prefix) in (('company', ''), ('country', ${charge.country}), ('prefix', ${charge.prefix}))`.execute(
      trx,
    );
    return false;
  }
  for (const row of rows) await tellOperators(trx, companyId, atMs, row, charge.limits[row.scope]);
  return true;
}

/**
 * Notifies operators once a day for each limit that is nearly reached; for prefixes, of which there are many, when it
 * is reached.
 */
async function tellOperators(
  trx: Db,
  companyId: CompanyId,
  atMs: number,
  { scope, prefix, used }: UseRow,
  limit: number,
): Promise<void> {
  const isNear = scope !== 'prefix' && used === Math.ceil(limit * warnedAt);
  const isUsed = used === limit;
  if (!isNear && !isUsed) return;
  const action = isUsed ? 'sms-budget-used' : 'sms-budget-near';
  const subject = scope === 'company' ? 'sms of the day' : `sms to ${prefix}`;
  await appendAudit(trx, companyId, atMs, { operatorId: null, action, subject, reason: `${used} of ${limit}` });
}

/** SMS of a company's day, for its operators. */
export class SmsUseRows implements SmsUseStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async today(companyId: CompanyId, nowMs: number): Promise<SmsUse> {
    const day = Math.floor(nowMs / dayMs);
    const { rows } = await withTenant(this.#db, companyId, (trx) =>
      sql<UseRow>`
        select scope, prefix, used, refused from sms_use
        where company_id = ${companyId} and day = ${day} and scope <> 'prefix'
        order by used desc, refused desc, prefix limit ${countriesShown + 1}`.execute(trx),
    );
    const all = rows.find(({ scope }) => scope === 'company');
    const countries = rows
      .filter(({ scope }) => scope === 'country')
      .map(({ prefix, used, refused }) => ({ country: prefix, used, refused }));
    return { used: all?.used ?? 0, refused: all?.refused ?? 0, countries };
  }
}
