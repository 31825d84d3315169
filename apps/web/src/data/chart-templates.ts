import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { useSession } from '../session/session-store.ts';
import { api } from './api.ts';
import { type TemplateChange, TemplateList, type TemplateState, templatesOf } from './template-list.ts';

const useTemplateState = create<TemplateState>()(
  persist((): TemplateState => ({ own: [], account: null, hasFailed: false }), {
    name: 'candor.chart-templates',
    version: 1,
    partialize: ({ own, account }) => ({ own, account, hasFailed: false }),
  }),
);

const accountId = () => useSession.getState().user?.id ?? null;

const list = new TemplateList({
  client: api,
  accountId,
  read: useTemplateState.getState,
  write: (change) => useTemplateState.setState(change),
});

export const loadTemplates = () => list.load();
export const changeTemplates = (change: TemplateChange) => list.change(change);

/** Templates on screen; null while those of the account are not known. */
export function useTemplates() {
  const id = useSession((session) => session.user?.id ?? null);
  const state = useTemplateState();
  return { templates: templatesOf(state, id), hasFailed: state.hasFailed, isVisitor: id === null };
}

/** Returns the template that a new chart begins with, as far as it is known. */
export function defaultTemplate() {
  return templatesOf(useTemplateState.getState(), accountId())?.find((one) => one.isDefault) ?? null;
}
