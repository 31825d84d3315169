import type { CompanyId } from '@candor/domain/values/ids';
import type { ServerPorts } from '../../ports/server-ports.ts';
import { Approvals } from './approvals.ts';

type Ports = Pick<ServerPorts, 'approvals' | 'operatorAccounts' | 'clock' | 'ids'>;

/** Creates the approvals of changes by a second person. */
export function createApprovals(
  { approvals: store, operatorAccounts: operators, clock, ids }: Ports,
  wakeMessages: (companyId: CompanyId) => void,
): Approvals {
  return new Approvals({ store, operators, clock, ids, wakeMessages });
}
