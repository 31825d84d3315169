import { approvalCalls } from '@candor/contracts/console/approvals';
import { calendarConsoleCalls } from '@candor/contracts/console/calendar';
import { type ConsoleCall, listFields } from '@candor/contracts/console/call';
import { clientCalls } from '@candor/contracts/console/clients';
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
  looks: { list: userCalls.looks, parent: 'uid' },
  'client-notes': { list: clientCalls.notes, parent: 'uid' },
  'payout-methods': { list: clientCalls.payoutMethods, parent: 'uid' },
  'client-notices': { list: clientCalls.notices, parent: 'uid' },
  accounts: { list: accountCalls.list },
  ledger: { list: accountCalls.ledger, parent: 'id' },
  orders: { list: accountCalls.orders },
  instruments: { list: instrumentCalls.list },
  'terms-versions': { list: instrumentCalls.versions, parent: 'id' },
  halts: { list: haltCalls.list },
  exposure: { list: exposureCalls.list },
  articles: { list: articleCalls.list },
  calendar: { list: calendarConsoleCalls.list },
  ranking: { list: rankingCalls.list },
  'pay-ways': { list: payWayCalls.list },
  'draw-currencies': { list: payWayCalls.drawCurrencies },
  companies: { list: installationCalls.list },
  approvals: { list: approvalCalls.list },
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

/**
 * Parses a list's view in an address; what is missing or malformed is as at the start. Keeps the list's own filters only:
 * a link must not add other fields to the call, e.g. `format`, which exports the list.
 */
export function parseView(name: ListName, params: URLSearchParams, start: ListView): ListView {
  const count = (field: 'page' | 'perPage') => {
    const value = Number(params.get(field));
    return Number.isSafeInteger(value) && value > 0 ? value : start[field];
  };
  const order = params.get('order');
  return {
    page: count('page'),
    perPage: count('perPage'),
    sort: params.get('sort') ?? start.sort,
    order: order === 'ASC' || order === 'DESC' ? order : start.order,
    filter: parseFilter(name, params.get('filter')) ?? start.filter,
  };
}

function parseFilter(name: ListName, text: string | null): Record<string, string | number> | null {
  try {
    const filter: unknown = JSON.parse(text ?? 'null');
    if (typeof filter !== 'object' || filter === null) return null;
    const own = Object.entries(filter).filter(([key, value]) => isFilter(name, key) && isPlain(value));
    return Object.fromEntries(own) as Record<string, string | number>;
  } catch {
    return null;
  }
}

function isFilter(name: ListName, key: string): boolean {
  return Object.hasOwn(lists[name].list.query.shape, key) && !Object.hasOwn(listFields, key);
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number';
}
