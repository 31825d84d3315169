import type { CompanySettingsStore } from './company-settings-store.ts';
import type { InstallationStore } from './installation-store.ts';
import type { OfferStore } from './offer-store.ts';

/** What operators steer of trading and of their company. */
export interface OperatePorts {
  readonly offers: OfferStore;
  readonly settings: CompanySettingsStore;
  readonly installation: InstallationStore;
}
