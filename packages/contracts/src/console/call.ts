import * as z from 'zod/mini';
import type { CodeName } from '../codes.ts';
import { integerField } from '../http/fields.ts';
import type { Permission } from './permissions.ts';

type Schema = z.ZodMiniType;

/**
 * One call of the operators' API: path, permission, request and the shape of its `data`. The server registers, checks
 * and documents the call from this description.
 */
export interface ConsoleCall<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Answer extends Schema = Schema,
> {
  readonly method: 'GET' | 'POST';
  /** Path below `/api/console`, with parameters as `:id`. */
  readonly path: string;
  /** Required permission; null: any signed-in operator. */
  readonly permission: Permission | null;
  readonly summary: string;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly answer: Answer;
  /** Maximum body size in bytes; default: the limit of every call. */
  readonly bodyMaxBytes?: number;
  /** True if the decision itself names the lines of its text that cannot be stored; absent: the field is refused. */
  readonly isRaw?: boolean;
  /** How long a page waits for the answer; default: the same as for every call. */
  readonly waitMs?: number;
  /** True if it approves something; refused to operators whose rights are too new. */
  readonly isApproval?: boolean;
  /** True if the list is also available whole as CSV with `format=csv`. */
  readonly isList: boolean;
  /** Refusals of its decision beside `consoleRefusals`, without an order; absent: not listed. */
  readonly refusals?: readonly CodeName[];
}

/** Refusals that any call may answer with once the operator is known. */
export const consoleRefusals: readonly CodeName[] = [
  'sessionExpired',
  'invalidField',
  'busy',
  'unavailable',
  'internal',
];

const none = z.object({});
type None = typeof none;
type Head = Pick<ConsoleCall, 'path' | 'permission' | 'summary' | 'waitMs' | 'isApproval'>;

/** Timeout for walking a hash chain, which the server does while trading: some seconds for 100,000 entries. */
export const chainWaitMs = 5 * 60_000;

/** Describes a call that reads one thing. */
export function readCall<Answer extends Schema, Params extends Schema = None, Query extends Schema = None>(
  head: Head,
  shape: { readonly answer: Answer; readonly params?: Params; readonly query?: Query },
): ConsoleCall<Params, Query, None, Answer> {
  const { answer, params = none as never, query = none as never } = shape;
  return { ...head, method: 'GET', answer, params, query, body: none, isList: false };
}

/** Query fields of every list besides its filters; at most 1,000 rows a page. */
export const listFields = {
  page: z._default(integerField(1, 100_000), 1),
  per_page: z._default(integerField(1, 1_000), 25),
  sort: z._default(z.string().check(z.regex(/^[a-z_]{1,40}$/)), 'id'),
  order: z._default(z.enum(['ASC', 'DESC']), 'DESC'),
  format: z._default(z.enum(['json', 'csv']), 'json'),
};
export interface ListQuery {
  readonly page: number;
  readonly per_page: number;
  readonly sort: string;
  readonly order: 'ASC' | 'DESC';
  readonly format: 'json' | 'csv';
}

/** Describes a call that lists rows: `{ data, total }`. The query is the list fields and the filters. */
export function listCall<Row extends Schema, Filters extends Record<string, Schema>, Params extends Schema = None>(
  head: Head,
  row: Row,
  filters: Filters,
  params: Params = none as never,
) {
  const query = z.object({ ...listFields, ...filters });
  const answer = z.object({ data: z.array(row), total: z.number() });
  const call = { ...head, method: 'GET', params, query, body: none, answer, isList: true } as const;
  return call satisfies ConsoleCall;
}

/** Describes a call that changes something; always POST. */
export function writeCall<
  Body extends Schema = None,
  Params extends Schema = None,
  Answer extends Schema = z.ZodMiniNull,
>(
  head: Head,
  shape: {
    readonly body?: Body;
    readonly params?: Params;
    readonly answer?: Answer;
    readonly bodyMaxBytes?: number;
    readonly isRaw?: boolean;
    /** How long a page waits for the answer; default: the same as for every call. */
    readonly waitMs?: number;
    readonly refusals?: readonly CodeName[];
  } = {},
): ConsoleCall<Params, None, Body, Answer> {
  const { body = none as never, params = none as never, answer = z.null() as never, ...limit } = shape;
  return { ...head, ...limit, method: 'POST', params, query: none, body, answer, isList: false };
}

export const idParams = z.object({ id: integerField(1, 2_147_483_647) });
/** Reason in the operator's words, stored in the audit trail. */
export const reasonField = z.string().check(z.trim(), z.minLength(3), z.maxLength(300));
