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
import type { CallInput } from './api.ts';

/** A list of the console. */
export interface ListCalls {
  readonly list: ConsoleCall;
  /** Filter that is a parameter of the address of the list. */
  readonly parent?: string;
}

/** Lists of the console by name, which is also the name of the CSV file. */
export const lists = {
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
} as const satisfies Record<string, ListCalls>;

export type ListName = keyof typeof lists;

/** View of a list: page, order and filters. */
export interface ListView {
  readonly page: number;
  readonly perPage: number;
  readonly sort: string;
  readonly order: 'ASC' | 'DESC';
  readonly filter: Readonly<Record<string, unknown>>;
}

/** Returns the input of a list's call; without a page for the whole list. */
export function listInput(
  name: ListName,
  { filter, page, perPage, sort, order }: Pick<ListView, 'filter'> & Partial<ListView>,
): CallInput<ConsoleCall> {
  const { parent }: ListCalls = lists[name];
  const { [parent ?? '']: parentId, ...filters } = filter;
  const query = { ...filters, page, per_page: perPage, sort, order };
  return { ...(parent !== undefined && { params: { [parent]: parentId } }), query };
}

/** Parses the view in an address; what is missing or malformed is as at the start. */
export function parseView(params: URLSearchParams, start: ListView): ListView {
  const count = (name: 'page' | 'perPage') => {
    const value = Number(params.get(name));
    return Number.isSafeInteger(value) && value > 0 ? value : start[name];
  };
  const order = params.get('order');
  return {
    page: count('page'),
    perPage: count('perPage'),
    sort: params.get('sort') ?? start.sort,
    order: order === 'ASC' || order === 'DESC' ? order : start.order,
    filter: parseFilter(params.get('filter')) ?? start.filter,
  };
}

function parseFilter(text: string | null): Record<string, unknown> | null {
  try {
    const filter: unknown = JSON.parse(text ?? 'null');
    return typeof filter === 'object' ? (filter as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}
