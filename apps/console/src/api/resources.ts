import type { ConsoleCall } from '@candor/contracts/console/call';
import { articleCalls, rankingCalls } from '@candor/contracts/console/content';
import { installationCalls } from '@candor/contracts/console/installation';
import { exposureCalls, haltCalls, instrumentCalls } from '@candor/contracts/console/market';
import { correctionCalls, depositCalls, payWayCalls, withdrawalCalls } from '@candor/contracts/console/money';
import {
  accountCalls,
  auditCalls,
  operatorCalls,
  userCalls,
  verificationCalls,
} from '@candor/contracts/console/people';
import { signInCalls } from '@candor/contracts/console/sign-ins';

/** What react-admin lists, by the call that lists it; everything else is a call of its own. */
export interface ResourceCalls {
  readonly list: ConsoleCall;
  /** The filter that is a parameter of the list's address. */
  readonly parent?: string;
}

export const resources = {
  deposits: { list: depositCalls.list },
  withdrawals: { list: withdrawalCalls.list },
  corrections: { list: correctionCalls.list },
  verifications: { list: verificationCalls.list },
  users: { list: userCalls.list },
  accounts: { list: accountCalls.list },
  ledger: { list: accountCalls.ledger, parent: 'id' },
  orders: { list: accountCalls.orders },
  instruments: { list: instrumentCalls.list },
  'terms-versions': { list: instrumentCalls.versions, parent: 'id' },
  halts: { list: haltCalls.list },
  exposure: { list: exposureCalls.list },
  articles: { list: articleCalls.list },
  ranking: { list: rankingCalls.list },
  'pay-ways': { list: payWayCalls.list },
  'draw-currencies': { list: payWayCalls.drawCurrencies },
  companies: { list: installationCalls.list },
  operators: { list: operatorCalls.list },
  audit: { list: auditCalls.list },
  'sign-ins': { list: signInCalls.list },
} as const satisfies Record<string, ResourceCalls>;

export type ResourceName = keyof typeof resources;

export function callsOf(resource: string): ResourceCalls {
  if (!Object.hasOwn(resources, resource)) throw new Error(`There is nothing called ${resource} in the console.`);
  return resources[resource as ResourceName];
}
