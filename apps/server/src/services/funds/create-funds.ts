import type { CompanyId } from '@candor/domain/values/ids';
import type { ServerPorts } from '../../ports/server-ports.ts';
import type { FundsDeps } from './funds-deps.ts';
import { createCurrentHistory, type DeskDeps } from './requests.ts';

type Ports = Pick<
  ServerPorts,
  | 'clock'
  | 'audit'
  | 'credentials'
  | 'uploads'
  | 'users'
  | 'verifications'
  | 'fundsHistory'
  | 'depositMethods'
  | 'payoutCurrencies'
  | 'payoutMethods'
  | 'observedPayments'
  | 'turns'
  | 'operatorAccounts'
>;

/** Functions of other areas that the money desk calls. */
interface Links extends Pick<FundsDeps, 'core' | 'sealer' | 'methodMessages' | 'uploadIdOf' | 'wakeMessages'> {
  readonly proofUrl: DeskDeps['proofUrl'];
  readonly verifiedNames: DeskDeps['verifiedNames'];
  /** Resolves when the tables hold everything of a company that is stored now. */
  readonly caughtUp: (companyId: CompanyId) => Promise<void>;
}

/** Creates deposits, withdrawals and the operators' money desk. */
export function createFunds(ports: Ports, { proofUrl, verifiedNames, caughtUp, ...links }: Links) {
  const { clock, audit, credentials, uploads, users, verifications } = ports;
  const history = createCurrentHistory({ store: ports.fundsHistory, caughtUp });
  const funds: FundsDeps = {
    ...links,
    clock,
    depositMethods: ports.depositMethods,
    currencies: ports.payoutCurrencies,
    methods: ports.payoutMethods,
    observedPayments: ports.observedPayments,
    credentials,
    verifications,
    limits: users,
    uploads,
    turns: ports.turns,
  };
  const desk: DeskDeps = {
    ...funds,
    history,
    users,
    operators: ports.operatorAccounts,
    verifiedNames,
    audit,
    proofUrl,
  };
  return { funds, history, desk };
}
