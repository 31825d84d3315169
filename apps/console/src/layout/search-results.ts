import type { deskCalls } from '@candor/contracts/console/desk';
import { isPermitted, type Standing } from '@candor/contracts/console/permissions';
import { text } from '@candor/texts/console';
import type * as z from 'zod/mini';
import { formatTime, formatUsd } from '../format/figures.ts';
import { sections } from './sections.ts';

export type Found = z.output<typeof deskCalls.search.answer>;

/** One line of the search: what it is, what it shows, and the page that it opens. */
export interface Result {
  readonly key: string;
  readonly group: 'clients' | 'money' | 'trading' | 'pages';
  readonly title: string;
  readonly detail: string;
  readonly end: string;
  readonly path: string;
}

const { search } = text;
const statusOf = (status: string): string => (text.status as Readonly<Record<string, string>>)[status] ?? status;

/** Pages whose name contains the typed words; only those that the operator may open. */
export function pagesNamed(typed: string, operator: Standing): readonly Result[] {
  const words = typed.trim().toLowerCase();
  if (words === '') return [];
  return sections
    .filter(({ permission, label }) => isPermitted(operator, permission) && label.toLowerCase().includes(words))
    .map(({ path, label }) => ({ key: path, group: 'pages', title: label, detail: '', end: '', path }));
}

/** Results of the server's answer, in the order in which they are shown. */
export function resultsOf({ clients, funds, orders, accounts }: Found): readonly Result[] {
  return [
    ...clients.map(({ uid, name, account, is_demo: isDemo, is_disabled: isDisabled }) => ({
      key: `client ${uid}`,
      group: 'clients' as const,
      title: name === '' ? text.queue.notVerified : name,
      detail: [uid, account, isDisabled ? text.users.disabled : ''].filter(Boolean).join(' · '),
      end: isDemo ? text.common.demo : text.common.real,
      path: `/users/${uid}`,
    })),
    ...funds.map(({ kind, id, uid, name, amount, status, requested_at: at }) => ({
      key: `${kind} ${id}`,
      group: 'money' as const,
      title: `${search[kind]} ${id}`,
      detail: [name === '' ? uid : name, statusOf(status), formatTime(at)].join(' · '),
      end: `${formatUsd(amount)} USD`,
      path: kind === 'correction' ? '/corrections' : `/${kind}s/${id}`,
    })),
    ...orders.map(({ id, uid, symbol, side, lots, status, receipt }) => ({
      key: `order ${id}`,
      group: 'trading' as const,
      title: receipt === '' ? `${search.order} ${id}` : `${search.receipt} ${receipt}`,
      detail: [uid, symbol, text.orders[side], lots].join(' · '),
      end: statusOf(status),
      path: `/orders/${id}`,
    })),
    ...accounts.map(({ id, uid, is_demo: isDemo }) => ({
      key: `account ${id}`,
      group: 'trading' as const,
      title: `${text.common.account} ${id}`,
      detail: uid,
      end: isDemo ? text.common.demo : text.common.real,
      path: `/accounts/${id}`,
    })),
  ];
}
