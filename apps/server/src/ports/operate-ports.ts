import type { CompanySettingsStore, InstallationStore } from './company.ts';
import type { OfferStore } from './offers.ts';

/** What operators steer of trading and of their company. */
export interface OperatePorts {
  readonly offers: OfferStore;
  readonly settings: CompanySettingsStore;
  readonly installation: InstallationStore;
}
