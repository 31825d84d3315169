import type { HedgeRule } from '@candor/domain/hedging/hedge-rules';
import type { CompanyId } from '@candor/domain/values/ids';

/** Routing rules of a company, in order. */
export interface CompanyRules {
  readonly companyId: CompanyId;
  readonly rules: readonly HedgeRule[];
}
