import type { CompanyId } from '@candor/domain/values/ids';
import { sql } from 'kysely';
import type {
  CompanyTerms,
  FirstOperatorGiven,
  HostTaken,
  InstallationAct,
  InstallationStore,
  NewCompany,
  TermsChange,
} from '../../ports/company.ts';
import { appendAudit } from './audit-rows.ts';
import type { Db } from './database.ts';
import { inviteColumns } from './operator-tables.ts';
import { moveToTenant, withTenant } from './with-tenant.ts';

const installation = 1 as CompanyId;

/** Rolls back all of an action when a part of it is refused. */
class Undone<Refusal> extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super('undone');
    this.refusal = refusal;
  }
}

/** Companies in PostgreSQL, changed by the installation's own database functions (R-COM-10). */
export class InstallationRows implements InstallationStore {
  readonly #db: Db;
  readonly #shards: number;

  /** A new company goes to the one of `shards` shards that has the fewest. */
  constructor(db: Db, shards: number) {
    this.#db = db;
    this.#shards = shards;
  }

  add({ settings, terms, isTrial, companiesMax, operator }: NewCompany, act: InstallationAct) {
    const first = {
      shards: this.#shards,
      name: settings.name,
      is_trial: isTrial,
      is_public: settings.isPublic,
      jurisdiction: settings.jurisdiction,
      languages: settings.languages,
      verify_reg_type: settings.verifyRegType,
      verify_type: settings.verifyType,
      stop_out_percent: settings.stopOutPercent,
      margin_call_percent: settings.marginCallPercent,
    };
    type Refusal = HostTaken | { readonly kind: 'too-many' };
    return orRefusal<{ readonly kind: 'added'; readonly id: CompanyId }, Refusal>(
      withTenant(this.#db, installation, async (trx) => {
        const { rows } = await sql<{ id: CompanyId | null }>`
          select add_company(${JSON.stringify(first)}::jsonb, ${companiesMax}) as id`.execute(trx);
        const id = rows[0]?.id ?? null;
        if (id === null) throw new Undone({ kind: 'too-many' } as const);
        await setTerms(trx, id, 0, terms);
        await record(trx, id, act);
        await putOperator(trx, id, operator, act.atMs);
        return { kind: 'added', id } as const;
      }),
    );
  }

  change(companyId: CompanyId, { lastVersion, terms, settings }: TermsChange, act: InstallationAct) {
    type Refusal = HostTaken | { readonly kind: 'version-changed' };
    return orRefusal<{ readonly kind: 'changed' }, Refusal>(
      withTenant(this.#db, installation, async (trx) => {
        if (!(await setTerms(trx, companyId, lastVersion, terms)))
          throw new Undone({ kind: 'version-changed' } as const);
        await record(trx, companyId, act);
        await trx
          .insertInto('company_version')
          .values({
            company_id: companyId,
            version: lastVersion + 1,
            settings: JSON.stringify(settings),
            operator_id: companyId === installation ? act.operatorId : null,
            at_ms: String(act.atMs),
            reason: act.reason,
          })
          .execute();
        return { kind: 'changed' } as const;
      }),
    );
  }

  isTaken(companyId: CompanyId): Promise<boolean> {
    return withTenant(this.#db, companyId, isTaken);
  }

  giveOperator(companyId: CompanyId, operator: FirstOperatorGiven, act: InstallationAct): Promise<boolean> {
    return orRefusal<boolean, false>(
      withTenant(this.#db, installation, async (trx) => {
        await record(trx, companyId, act);
        if (await isTaken(trx)) throw new Undone(false as const);
        await putOperator(trx, companyId, operator, act.atMs);
        return true;
      }),
    );
  }
}

/** Writes terms, then hosts; false if the version is another. */
async function setTerms(trx: Db, companyId: CompanyId, lastVersion: number, terms: CompanyTerms): Promise<boolean> {
  const columns = {
    type: terms.type,
    status: terms.status,
    loss_url: terms.lossUrl,
    url: terms.url,
    links: terms.links,
    demo_balance_micros: String(terms.demoBalance),
    is_mobile_shown: terms.isMobileShown,
  };
  const changed = await sql<{ is_changed: boolean }>`
    select set_company_terms(${companyId}, ${lastVersion}, ${JSON.stringify(columns)}::jsonb) as is_changed`.execute(
    trx,
  );
  if (changed.rows[0]?.is_changed !== true) return false;
  const { rows } = await sql<{ taken: string | null }>`
    select set_company_hosts(${companyId}, ${[...terms.hosts]}::text[]) as taken`.execute(trx);
  const taken = rows[0]?.taken ?? null;
  if (taken !== null) throw new Undone({ kind: 'host-taken', host: taken } as const);
  return true;
}

/** Appends to both audit chains, the installation's and the company's; the transaction then continues as the company. */
async function record(trx: Db, companyId: CompanyId, { audit, atMs }: InstallationAct): Promise<void> {
  const { here, there } = audit(companyId);
  await appendAudit(trx, installation, atMs, here);
  if (companyId === installation) return;
  await moveToTenant(trx, companyId);
  await appendAudit(trx, companyId, atMs, there);
}

async function isTaken(trx: Db): Promise<boolean> {
  const row = await trx
    .selectFrom('operator')
    .select('id')
    .where((where) =>
      where.or([
        where.and([where('must_change_password', '=', false), where('invite_hash', 'is', null)]),
        where('totp_confirmed_at_ms', 'is not', null),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Creates the first admin with an invitation, or replaces what they had if the e-mail address is known. */
async function putOperator(
  trx: Db,
  companyId: CompanyId,
  { email, passwordHash, invitation }: FirstOperatorGiven,
  atMs: number,
): Promise<void> {
  const rights = { role: 'admin', is_disabled: false, must_change_password: false } as const;
  const given = { password_hash: passwordHash, ...rights, ...inviteColumns(invitation) };
  const { id } = await trx
    .insertInto('operator')
    .values({
      ...given,
      company_id: companyId,
      email,
      totp_sealed: null,
      totp_confirmed_at_ms: null,
      created_at_ms: String(atMs),
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'email']).doUpdateSet(given))
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx.deleteFrom('operator_token').where('operator_id', '=', id).execute();
}

async function orRefusal<Done, Refusal>(work: Promise<Done>): Promise<Done | Refusal> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Undone) return error.refusal as Refusal;
    throw error;
  }
}
