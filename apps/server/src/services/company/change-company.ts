import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../ports/clock.ts';
import type { CompanyRecord, CompanySettings, CompanySettingsStore } from '../../ports/company.ts';
import type { OperatorRecord } from '../../ports/operators.ts';
import { findSettingsFault } from './check-settings.ts';
import type { Companies } from './companies.ts';

export type CompanyChange =
  | { readonly kind: 'changed'; readonly company: CompanyRecord }
  | { readonly kind: 'not-allowed'; readonly field: keyof CompanySettings }
  | { readonly kind: 'version-changed' };

export interface ChangeCompanyDeps {
  readonly store: CompanySettingsStore;
  readonly companies: Pick<Companies, 'find' | 'invalidate'>;
  readonly clock: Clock;
  /** Whether the company's fees would make sense as rates of the notional. */
  readonly hasNotionalFees: (company: CompanyRecord) => boolean;
}

const readingsMax = 5;

/**
 * Changes what a company's operators may set of it, as a new version that holds at once: pages, sockets and the core
 * have it before it is answered (R-OPS-65). Whole or not at all.
 */
export function createChangeCompany({ store, companies, clock, hasNotionalFees }: ChangeCompanyDeps) {
  return async (
    operator: OperatorRecord,
    company: CompanyRecord,
    change: { readonly settings: CompanySettings; readonly lastVersion: number; readonly reason: string },
  ): Promise<CompanyChange> => {
    const { settings, lastVersion, reason } = change;
    const field = findSettingsFault(settings, company.hosts) ?? findFeeFault(settings, company);
    if (field !== null) return { kind: 'not-allowed', field };
    const version = lastVersion + 1;
    const subject = `company version ${version}: ${changedFields(settings, company).join(', ') || 'nothing'}`;
    const audit = { operatorId: operator.id, action: 'company-changed', subject, reason };
    const by = { operatorId: operator.id, atMs: clock.nowMs(), reason };
    const isChanged = await store.change(company.id, { settings, lastVersion, ...by, audit });
    return isChanged ? { kind: 'changed', company: await readAgain(company, version) } : { kind: 'version-changed' };
  };

  /** An amount per lot read as a rate would be a fee of many times the notional. */
  function findFeeFault({ tradeFeeType }: CompanySettings, company: CompanyRecord): 'tradeFeeType' | null {
    const isNew = tradeFeeType === 2 && company.tradeFeeType !== 2;
    return isNew && !hasNotionalFees(company) ? 'tradeFeeType' : null;
  }

  /** A reading that was under way already may not know of the change yet. */
  async function readAgain({ id }: CompanyRecord, version: number): Promise<CompanyRecord> {
    for (let reading = 0; reading < readingsMax; reading += 1) {
      companies.invalidate();
      const company = await companies.find(id);
      if (company !== null && company.version >= version) return company;
    }
    throw new Error(`Invariant: company ${id} has version ${version} once that is stored`);
  }
}

export type ChangeCompany = ReturnType<typeof createChangeCompany>;

function changedFields(settings: CompanySettings, company: CompanyRecord): string[] {
  const fields = Object.keys(settings) as (keyof CompanySettings)[];
  return fields.filter((field) => !isDeepStrictEqual(settings[field], company[field]));
}
