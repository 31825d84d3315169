import type { CompanyId, InstrumentId } from '@candor/domain/values/ids';
import type { Selectable } from 'kysely';
import type {
  HaltEnd,
  HaltRecord,
  NewHalt,
  NewTerms,
  NotedClosure,
  OfferStore,
  Page,
  TermsVersion,
} from '../../ports/offers.ts';
import { appendAudit } from './audit-rows.ts';
import type { Db } from './database.ts';
import type { InstrumentTermsTable, TradingHaltTable } from './operate-schema.ts';
import { type LeadsNow, withLead } from './with-lead.ts';
import { withTenant } from './with-tenant.ts';

/** Terms and halts in PostgreSQL: versions are appended, a halt ends once, nothing else changes. */
export class OfferTables implements OfferStore {
  readonly #db: Db;
  readonly #leadsNow: LeadsNow;

  /** `leadsNow` returns the leaders that put the rules in force. */
  constructor(db: Db, leadsNow: LeadsNow) {
    this.#db = db;
    this.#leadsNow = leadsNow;
  }

  load(companyId: CompanyId, { endedSinceMs, ids }: Parameters<OfferStore['load']>[1]) {
    return withTenant(this.#db, companyId, async (trx) => {
      const terms = await termsRows(trx)
        .distinctOn('instrument_id')
        .orderBy('instrument_id')
        .orderBy('version', 'desc')
        .execute();
      const halts = await haltRows(trx)
        .where((row) =>
          row.or([
            row('ended_at_ms', 'is', null),
            row('ended_at_ms', '>=', String(endedSinceMs)),
            ...(ids.length === 0 ? [] : [row('trading_halt.id', 'in', [...ids])]),
          ]),
        )
        .execute();
      return { terms: terms.map(toVersion), halts: halts.map(toHalt) };
    });
  }

  addTerms(companyId: CompanyId, change: NewTerms): Promise<TermsVersion | null> {
    const { instrumentId, terms } = change;
    return withLead(this.#db, companyId, this.#leadsNow(companyId), async (trx) => {
      const last = await trx
        .selectFrom('instrument_terms')
        .select((row) => row.fn.max('version').as('version'))
        .where('instrument_id', '=', instrumentId)
        .executeTakeFirst();
      if ((last?.version ?? 0) !== change.lastVersion) return null;
      const added = await trx
        .insertInto('instrument_terms')
        .values({
          company_id: companyId,
          instrument_id: instrumentId,
          version: change.lastVersion + 1,
          is_offered: terms.isOffered,
          leverages: [...terms.leverages],
          fee_rate_e8: String(terms.feeRateE8),
          lots_min: String(terms.lotsMin),
          lots_max: String(terms.lotsMax),
          swap_long_e2: String(terms.swapLongE2),
          swap_short_e2: String(terms.swapShortE2),
          stress_move_e4: terms.stressMoveE4 ?? null,
          closures: JSON.stringify(terms.closures),
          operator_id: change.operatorId,
          at_ms: String(change.atMs),
          reason: change.reason,
        })
        // One of two concurrent changes becomes the next version.
        .onConflict((conflict) => conflict.doNothing())
        .returning('version')
        .executeTakeFirst();
      if (added === undefined) return null;
      await appendAudit(trx, companyId, change.atMs, change.audit);
      const row = await termsRows(trx)
        .where('instrument_id', '=', instrumentId)
        .where('version', '=', added.version)
        .executeTakeFirstOrThrow();
      return toVersion(row);
    });
  }

  versions(companyId: CompanyId, instrumentId: InstrumentId, { offset, limit }: Page) {
    return withTenant(this.#db, companyId, async (trx) => {
      const rows = await termsRows(trx)
        .where('instrument_id', '=', instrumentId)
        .orderBy('version', 'desc')
        .offset(offset)
        .limit(limit)
        .execute();
      // Versions are dense, so the newest is also the count.
      const { newest } = await trx
        .selectFrom('instrument_terms')
        .select((row) => row.fn.max('version').as('newest'))
        .where('instrument_id', '=', instrumentId)
        .executeTakeFirstOrThrow();
      return { rows: rows.map(toVersion), total: newest ?? 0 };
    });
  }

  beginHalt(companyId: CompanyId, halt: NewHalt): Promise<HaltRecord | null> {
    const leads = this.#leadsNow(halt.scope === 'all' ? null : companyId);
    return withLead(this.#db, companyId, leads, async (trx) => {
      const begun = await trx
        .insertInto('trading_halt')
        .values({
          company_id: companyId,
          scope: halt.scope,
          instrument_id: halt.instrumentId,
          reason: halt.reason,
          begun_by: halt.operatorId,
          since_ms: String(halt.sinceMs),
          ended_at_ms: null,
          ended_by: null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      if (begun === undefined) return null;
      await appendAudit(trx, companyId, halt.sinceMs, halt.audit);
      return toHalt(await haltRows(trx).where('trading_halt.id', '=', begun.id).executeTakeFirstOrThrow());
    });
  }

  async endHalt(companyId: CompanyId, end: HaltEnd): Promise<HaltRecord | false | null> {
    const halt = await withTenant(this.#db, companyId, (trx) =>
      trx.selectFrom('trading_halt').select('scope').where('id', '=', end.id).executeTakeFirst(),
    );
    return withLead(this.#db, companyId, this.#leadsNow(halt?.scope === 'all' ? null : companyId), async (trx) => {
      const ended = await trx
        .updateTable('trading_halt')
        .set((row) => ({
          // The clock may have been set back meanwhile.
          ended_at_ms: row.fn<string>('greatest', [row.val(String(end.atMs)), 'since_ms']),
          ended_by: end.operatorId,
        }))
        .where('id', '=', end.id)
        .where('ended_at_ms', 'is', null)
        .returning('id')
        .executeTakeFirst();
      const row = await haltRows(trx).where('trading_halt.id', '=', end.id).executeTakeFirst();
      if (row === undefined) return null;
      if (ended === undefined) return false;
      await appendAudit(trx, companyId, end.atMs, end.audit);
      return toHalt(row);
    });
  }

  halts(companyId: CompanyId, isActive: boolean | null, { offset, limit }: Page) {
    return withTenant(this.#db, companyId, async (trx) => {
      const state = isActive === null ? null : isActive ? 'is' : 'is not';
      const rows = await haltRows(trx)
        .$if(state !== null, (query) => query.where('ended_at_ms', state ?? 'is', null))
        .orderBy((row) => row('ended_at_ms', 'is', null), 'desc')
        .orderBy('trading_halt.id', 'desc')
        .offset(offset)
        .limit(limit)
        .execute();
      const { total } = await trx
        .selectFrom('trading_halt')
        .select((row) => row.fn.countAll<string>().as('total'))
        .$if(state !== null, (query) => query.where('ended_at_ms', state ?? 'is', null))
        .executeTakeFirstOrThrow();
      return { rows: rows.map(toHalt), total: Number(total) };
    });
  }
}

function termsRows(trx: Db) {
  return trx
    .selectFrom('instrument_terms')
    .innerJoin('operator', 'operator.id', 'instrument_terms.operator_id')
    .selectAll('instrument_terms')
    .select('operator.email');
}

function haltRows(trx: Db) {
  return trx
    .selectFrom('trading_halt')
    .innerJoin('operator as beginner', 'beginner.id', 'begun_by')
    .leftJoin('operator as ender', 'ender.id', 'ended_by')
    .selectAll('trading_halt')
    .select(['beginner.email as begun_email', 'ender.email as ended_email']);
}

function toVersion(row: Selectable<InstrumentTermsTable> & { email: string }): TermsVersion {
  return {
    companyId: row.company_id as CompanyId,
    instrumentId: row.instrument_id as InstrumentId,
    version: row.version,
    terms: {
      isOffered: row.is_offered,
      leverages: row.leverages,
      feeRateE8: BigInt(row.fee_rate_e8),
      lotsMin: Number(row.lots_min),
      lotsMax: Number(row.lots_max),
      swapLongE2: Number(row.swap_long_e2),
      swapShortE2: Number(row.swap_short_e2),
      ...(row.stress_move_e4 === null ? {} : { stressMoveE4: row.stress_move_e4 }),
      closures: row.closures as NotedClosure[],
    },
    by: row.email,
    atMs: Number(row.at_ms),
    reason: row.reason,
  };
}

function toHalt(row: Selectable<TradingHaltTable> & { begun_email: string; ended_email: string | null }): HaltRecord {
  return {
    id: row.id,
    companyId: row.company_id as CompanyId,
    scope: row.scope,
    instrumentId: row.instrument_id as InstrumentId | null,
    reason: row.reason,
    by: row.begun_email,
    sinceMs: Number(row.since_ms),
    endedAtMs: row.ended_at_ms === null ? null : Number(row.ended_at_ms),
    endedBy: row.ended_email ?? '',
  };
}
