import type { OperatePorts } from '../../ports/operate-ports.ts';
import { CompanySettingsRows } from './company-settings-rows.ts';
import type { Db } from './database.ts';
import { InstallationRows } from './installation-rows.ts';
import { OfferTables } from './offer-tables.ts';

/** What operators steer of trading and of their company, as `app` reaches it. */
export function openOperateTables(db: Db): OperatePorts {
  return { offers: new OfferTables(db), settings: new CompanySettingsRows(db), installation: new InstallationRows(db) };
}
