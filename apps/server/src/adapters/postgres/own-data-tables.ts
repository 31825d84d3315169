import type { CompanyId } from '@candor/domain/values/ids';
import { type RawBuilder, sql } from 'kysely';
import type { OwnDataStore, OwnRows } from '../../ports/own-data.ts';
import type { Db } from './database.ts';
import { withTenant } from './with-tenant.ts';

const pageRows = 500;

/** Selects `key` and `row` of one user after a key, at most a page, along an index: a page costs the same at any depth. */
type Source = (userId: number, after: string | null) => RawBuilder<unknown>;

const money = (column: string) => sql`trim_scale(${sql.ref(column)}::numeric / 1000000)::text`;
const page = sql`limit ${sql.lit(pageRows)}`;

/** Rows that have a bound of their own and fit in one page. */
const few =
  (read: (userId: number) => RawBuilder<unknown>): Source =>
  (userId, after) =>
    sql`select '' as key, row from (${read(userId)}) as found (row) where ${after}::text is null`;

const funds =
  (kind: string): Source =>
  (userId, after) =>
    sql`
    select id::text as key, jsonb_build_object('id', id, 'status', status, 'method', method,
      'amount', ${money('amount_micros')}, 'fee', ${money('fee_micros')}, 'requested_at', requested_at_ms,
      'finished_at', finished_at_ms, 'record', record::jsonb) as row
    from funds_request where company_id = current_setting('app.tenant')::integer and account_id = ${userId}
      and kind = ${kind} and id > ${after ?? '0'}::bigint
    order by id ${page}`;

const postings =
  (part: 'cash' | 'locked'): Source =>
  (userId, after) => {
    const [seq = '0', line = '0'] = (after ?? '0-0').split('-');
    return sql`
      select seq || '-' || line as key, jsonb_build_object('account', ledger_key, 'kind', kind,
        'amount', ${money('amount_micros')}, 'balance', ${money('balance_micros')}, 'at', at_ms, 'order', order_id) as row
      from posting where ledger_key = (
          select concat_ws('/', company_id, case when is_demo then 'demo' else 'real' end, currency, ${part}::text, id)
          from app_user where id = ${userId})
        and (seq, line) > (${seq}::bigint, ${line}::integer)
      order by seq, line ${page}`;
  };

const orderRow = sql`jsonb_build_object('id', id, 'instrument', instrument_id, 'status', status,
  'profit', ${money('profit_micros')}, 'placed_at', placed_at_ms, 'ended_at', ended_at_ms, 'record', record::jsonb)`;

const sources: Readonly<Record<string, Source>> = {
  profile: few(
    (userId) => sql`
    select jsonb_build_object('uid', uid, 'email', email, 'mobile', mobile, 'is_demo', is_demo,
      'currency', currency, 'language', language, 'invite_code', invite_code, 'invited_by', invited_by,
      'credit_score', credit_score, 'level', level, 'created_at', created_at_ms,
      'credentials_changed_at', credentials_changed_at_ms, 'ended_at', ended_at_ms)
    from app_user where id = ${userId}`,
  ),
  preferences: few(
    (userId) => sql`
    select jsonb_build_object('chosen', chosen, 'is_in_ranking', is_in_ranking)
    from user_preferences where user_id = ${userId}`,
  ),
  favourites: few(
    (userId) => sql`
    select jsonb_build_object('instruments', instrument_ids) from user_favourites where user_id = ${userId}`,
  ),
  notice_choices: few((userId) => sql`select chosen from notice_choice where user_id = ${userId}`),
  push_devices: few(
    (userId) => sql`
    select jsonb_build_object('endpoint', endpoint, 'language', language, 'added_at', added_at_ms)
    from push_device where user_id = ${userId}`,
  ),
  limits: few(
    (userId) => sql`
    select to_jsonb(l) - array['company_id', 'user_id'] from user_limit l where user_id = ${userId}`,
  ),
  ranking: few(
    (userId) => sql`
    select jsonb_build_object('hidden_by_the_company_at', hidden_at_ms) from ranking_hidden where user_id = ${userId}`,
  ),
  sessions: few(
    (userId) => sql`
    select jsonb_build_object('user_agent', user_agent, 'created_at', created_at_ms, 'last_seen_at', last_seen_at_ms)
    from user_token where user_id = ${userId}`,
  ),
  devices: few(
    (userId) => sql`
    select jsonb_build_object('name', name, 'last_seen_at', last_seen_at_ms) from user_device where user_id = ${userId}`,
  ),
  passkeys: few(
    (userId) => sql`
    select jsonb_build_object('name', name, 'created_at', created_at_ms, 'last_used_at', last_used_at_ms)
    from user_passkey where user_id = ${userId}`,
  ),
  sign_ins: (userId, after) => sql`
    select seq::text as key, jsonb_build_object('at', at_ms, 'kind', kind, 'detail', detail, 'network', network,
      'count', count) as row
    from sign_in_entry where company_id = current_setting('app.tenant')::integer and who = 'user'
      and person_id = ${userId} and seq > ${after ?? '0'}::bigint
    order by seq ${page}`,
  read_articles: (userId, after) => sql`
    select article_id::text as key, jsonb_build_object('article', article_id) as row from article_read
    where company_id = current_setting('app.tenant')::integer and user_id = ${userId}
      and article_id > ${after ?? '0'}::integer
    order by article_id ${page}`,
  /** Newest first, as the index has them. */
  notices: (userId, after) => {
    const [at = null, ...rest] = after?.split(' ') ?? [];
    return sql`
      select at_ms || ' ' || id as key, jsonb_build_object('kind', kind, 'at', at_ms, 'facts', facts::jsonb,
        'read_at', read_at_ms) as row
      from notice where user_id = ${userId}
        and (${at}::bigint is null or (at_ms, id) < (${at}::bigint, ${rest.join(' ')}::text))
      order by at_ms desc, id desc ${page}`;
  },
  verifications: few(
    (userId) => sql`
    select jsonb_build_object('status', status, 'name', name_sealed, 'number', number_sealed, 'remark', remark,
      'front', front_upload, 'reverse', reverse_upload, 'submitted_at', submitted_at_ms, 'reviewed_at', reviewed_at_ms)
    from verification where user_id = ${userId} order by id desc ${page}`,
  ),
  payout_methods: few(
    (userId) => sql`
    select jsonb_build_object('kind', kind, 'details', details_sealed, 'created_at', created_at_ms,
      'usable_at', usable_at_ms, 'removed_at', removed_at_ms)
    from draw_method where user_id = ${userId} order by id desc ${page}`,
  ),
  deposits: funds('deposit'),
  withdrawals: funds('withdrawal'),
  corrections: funds('correction'),
  live_orders: few(
    (userId) => sql`
    select ${orderRow} from trade_order where company_id = current_setting('app.tenant')::integer
      and ended_at_ms is null and account_id = ${userId} ${page}`,
  ),
  /** Newest first, as the index has them. */
  ended_orders: (userId, after) => {
    const [ended = null, id = '0'] = after?.split('-') ?? [];
    return sql`
      select ended_at_ms || '-' || id as key, ${orderRow} as row from trade_order
      where account_id = ${userId} and ended_at_ms is not null
        and (${ended}::bigint is null or (ended_at_ms, id) < (${ended}::bigint, ${id}::bigint))
      order by ended_at_ms desc, id desc ${page}`;
  },
  trade_notes: (userId, after) => sql`
    select order_id::text as key, jsonb_build_object('order', order_id, 'note', note, 'tags', tags,
      'changed_at', changed_at_ms) as row
    from trade_note where company_id = current_setting('app.tenant')::integer and user_id = ${userId}
      and order_id > ${after ?? '0'}::bigint
    order by order_id ${page}`,
  operator_notes: (userId, after) => sql`
    select id::text as key, jsonb_build_object('at', at_ms, 'note', note) as row from client_note
    where company_id = current_setting('app.tenant')::integer and user_id = ${userId} and id > ${after ?? '0'}::bigint
    order by id ${page}`,
  postings: postings('cash'),
  locked_postings: postings('locked'),
  receipts: (userId, after) => sql`
    select number::text as key, jsonb_build_object('id', id, 'number', number, 'order', order_id, 'text', text,
      'hash', hash, 'signature', signature, 'key_id', key_id) as row
    from receipt where account_id = ${userId} and number > ${after ?? '0'}::integer
    order by number ${page}`,
};

/** The rows about one person, in pages, so that no answer holds all of them in memory. */
export class OwnDataTables implements OwnDataStore {
  readonly kinds = Object.keys(sources);
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async read(companyId: CompanyId, userId: number, kind: string, after: string | null): Promise<OwnRows> {
    const source = sources[kind];
    if (source === undefined) throw new Error(`Invariant: ${kind} is a kind of own data`);
    const { rows } = await withTenant(this.#db, companyId, (trx) =>
      sql<{ key: string; row: Record<string, unknown> }>`${source(userId, after)}`.execute(trx),
    );
    const last = rows.at(-1)?.key ?? '';
    if (last === '' && rows.length >= pageRows) throw new Error(`Invariant: ${kind} has fewer rows than a page`);
    return { rows: rows.map(({ row }) => row), next: rows.length < pageRows || last === '' ? null : last };
  }
}
