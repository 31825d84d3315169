import type { TenantId } from '@candor/domain/values/ids';
import type { JurisdictionId } from '@candor/domain/values/jurisdiction';
import type { Money } from '@candor/domain/values/money';

export interface CompanyRecord {
  readonly id: TenantId;
  readonly name: string;
  /** 0 shows the company search (main mode). */
  readonly type: number;
  /** 0 in service. */
  readonly status: number;
  readonly lossUrl: string;
  readonly demoBalance: Money;
  readonly tradeFeeType: 1 | 2;
  readonly marginCallPercent: number;
  readonly stopOutPercent: number;
  /** The law it trades under (R-ORD-28). */
  readonly jurisdiction: JurisdictionId;
}

export interface CompanyStore {
  find(id: TenantId): Promise<CompanyRecord | null>;
}
