import type { CompanyId } from '@candor/domain/values/ids';
import { sql } from 'kysely';
import type { ClientNote, ClientNoteStore, NewClientNote } from '../../ports/client-notes.ts';
import type { Listed, ListPage } from '../../ports/console-reads.ts';
import { appendAudit } from './audit-rows.ts';
import type { Db } from './database.ts';
import { withTenant } from './with-tenant.ts';

interface NoteRow {
  readonly id: string;
  readonly at_ms: string;
  readonly operator_id: number;
  readonly email: string | null;
  readonly note: string;
}

/** Notes of operators about clients in PostgreSQL. */
export class ClientNoteTables implements ClientNoteStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  list(companyId: CompanyId, userId: number, page: ListPage): Promise<Listed<ClientNote>> {
    return withTenant(this.#db, companyId, async (trx) => {
      const { rows } = await sql<NoteRow>`
        select n.id, n.at_ms, n.operator_id, n.note, o.email from client_note n
        left join operator o on o.company_id = n.company_id and o.id = n.operator_id
        where n.company_id = ${companyId} and n.user_id = ${userId}
        order by n.id ${page.isNewestFirst ? sql`desc` : sql`asc`}
        limit ${page.pageSize} offset ${(page.page - 1) * page.pageSize}`.execute(trx);
      return { rows: rows.map(toNote), total: await countOf(trx, companyId, userId) };
    });
  }

  add(companyId: CompanyId, added: NewClientNote, max: number) {
    const { userId, operatorId, clientId, note, atMs, audit } = added;
    return withTenant(this.#db, companyId, async (trx) => {
      // Notes about one client wait for one another, so that together they stay within the bound.
      await sql`select 1 from app_user where id = ${userId} for no key update`.execute(trx);
      const earlier = await trx
        .selectFrom('client_note')
        .select(['operator_id', 'note'])
        .where('user_id', '=', userId)
        .where('client_id', '=', clientId)
        .executeTakeFirst();
      if (earlier !== undefined)
        return earlier.note === note && earlier.operator_id === operatorId ? ('kept' as const) : ('conflict' as const);
      if ((await countOf(trx, companyId, userId)) >= max) return 'full' as const;
      const row = { company_id: companyId, user_id: userId, operator_id: operatorId, client_id: clientId, note };
      await trx
        .insertInto('client_note')
        .values({ ...row, at_ms: String(atMs) })
        .execute();
      await appendAudit(trx, companyId, atMs, audit);
      return 'added' as const;
    });
  }
}

async function countOf(trx: Db, companyId: CompanyId, userId: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from client_note where company_id = ${companyId} and user_id = ${userId}`.execute(
    trx,
  );
  return rows[0]?.total ?? 0;
}

function toNote({ id, at_ms: atMs, operator_id: operatorId, email, note }: NoteRow): ClientNote {
  return { id: Number(id), atMs: Number(atMs), operatorId, operatorEmail: email ?? '', note };
}
