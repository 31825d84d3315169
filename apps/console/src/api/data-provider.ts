import type { ConsoleCall } from '@candor/contracts/console/call';
import { text } from '@candor/texts/console';
import type { DataProvider, GetListParams, GetListResult } from 'react-admin';
import { type Api, CallError, type CallInput } from './api.ts';
import { callsOf, type ResourceCalls } from './resources.ts';

/**
 * The lists that react-admin pages through, by the descriptions of the operators' API (R-OPS-72). Reading and changing
 * one thing are typed calls of their own, `useCall` and `useAction`; asked for here, they are refused.
 */
export function createDataProvider(api: Pick<Api, 'call'>): DataProvider {
  const refuse = (resource: string) => Promise.reject(new CallError(0, `${text.errors.noCall} (${resource})`, 0));
  const getList = async (resource: string, params: GetListParams) => {
    const calls = callsOf(resource);
    return (await api.call(calls.list, listInput(calls, params))) as GetListResult;
  };
  return {
    getList: getList as DataProvider['getList'],
    getOne: refuse,
    getMany: refuse,
    getManyReference: refuse,
    create: refuse,
    update: refuse,
    updateMany: refuse,
    delete: refuse,
    deleteMany: refuse,
  };
}

/** The address of a list as react-admin has it on show. */
export function listInput(
  calls: Pick<ResourceCalls, 'parent'>,
  { pagination, sort, filter }: Partial<GetListParams>,
): CallInput<ConsoleCall> {
  const { [calls.parent ?? '']: parent, ...filters } = (filter ?? {}) as Record<string, unknown>;
  const query = {
    ...filters,
    page: pagination?.page,
    per_page: pagination?.perPage,
    sort: sort?.field,
    order: sort?.order,
  };
  return { ...(calls.parent !== undefined && { params: { [calls.parent]: parent } }), query };
}
