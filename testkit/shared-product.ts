import { inject } from 'vitest';
import { type FirstSignIn, OperatorDesk } from './operator-desk.ts';
import { type Serving, servingAt } from './product.ts';

/** Returns the product shared by the journeys of this run (`journey-servers.ts`). */
export function sharedProduct(): Serving {
  const { port, dataDir } = inject('sharedProduct');
  return servingAt(port, dataDir);
}

/** Returns the desk of the installation's first operator. */
export function installationDesk(): OperatorDesk {
  return new OperatorDesk(sharedProduct().callUrl, inject('sharedProduct').operatorToken);
}

/** A company made for one test file, with separate hosts and operator. */
export interface JourneyCompany extends Serving {
  readonly id: number;
  /** Desk of its first operator. */
  readonly desk: OperatorDesk;
  /** Changes fields set by the installation: status, type, addresses; applies at once. */
  change(fields: object): Promise<void>;
  /** Changes fields set by the company: e-mail, registration, links; applies at once. */
  changeSettings(fields: object): Promise<void>;
}

/** Makes a company at `m.<name>.localhost` of the shared product. */
export async function openCompany(name: string): Promise<JourneyCompany> {
  const { at, dataDir } = sharedProduct();
  const installation = installationDesk();
  const made = await installation.post<{ id: number; operator: FirstSignIn }>('/companies', {
    ...usualCompany,
    name,
    hosts: [`m.${name}.localhost`],
    operator_email: `boss@${name}.example`,
    reason: 'a journey',
  });
  const [url, { id, operator }] = [at(`m.${name}.localhost`), made];
  const desk = await OperatorDesk.takeOver(url, operator);
  const changeAt = async (by: OperatorDesk, path: string, fields: object) => {
    const present = await by.get<object>(path);
    await by.post(path, { ...present, ...fields, reason: 'a journey' });
  };
  return {
    ...{ id, url, callUrl: url, dataDir, at, desk },
    change: (fields) => changeAt(installation, `/companies/${id}`, fields),
    changeSettings: (fields) => changeAt(desk, '/company', fields),
  };
}

const usualCompany = {
  ...{ jurisdiction: 'international', languages: [], verify_reg_type: 'email', verify_type: 1 },
  ...{ is_public: true, is_trial: false, status: 0, type: 1, loss_url: '', url: '', links: [] },
  ...{ demo_balance: '50000', is_mobile_shown: true },
};
