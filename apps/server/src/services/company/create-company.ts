import type { CompanyId } from '@candor/domain/values/ids';
import type { ServerPorts } from '../../ports/server-ports.ts';
import type { Companies } from './companies.ts';
import { Installation, type InstallationDeps } from './installation.ts';
import { LossRates } from './loss-rates.ts';
import { createChangeCompany } from './settings.ts';

type Ports = Pick<ServerPorts, 'clock' | 'ids' | 'hasher' | 'companySettings' | 'installation' | 'lossRates'>;

/** Creates the settings of companies, their loss rates and the installation's own calls. */
export function createCompany(
  { clock, ids, hasher, companySettings, installation, lossRates }: Ports,
  links: {
    readonly companies: Companies;
    readonly hasNotionalFees: (company: { readonly id: CompanyId }) => boolean;
    readonly offersCode: (company: { readonly id: CompanyId }, code: string) => boolean;
    /** Hosts that the installation itself uses. */
    readonly reservedHosts: readonly string[];
    readonly invite: InstallationDeps['invite'];
    readonly onError: (error: Error) => void;
  },
) {
  const { companies, hasNotionalFees, offersCode, reservedHosts, invite, onError } = links;
  return {
    changeCompany: createChangeCompany({ store: companySettings, companies, clock, hasNotionalFees, offersCode }),
    installation: new Installation({ store: installation, companies, hasher, ids, clock, reservedHosts, invite }),
    lossRates: new LossRates({ store: lossRates, clock, onError }),
  };
}
