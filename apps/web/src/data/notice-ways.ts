import type { CallAnswer, CallInput } from '@candor/contracts/http/calls';
import { useQuery } from '@tanstack/react-query';
import { currentLanguage } from '../i18n/text.ts';
import { pushState } from '../platform/push.ts';
import { api } from './api.ts';
import { pushStateKey } from './push.ts';
import { queryClient } from './queries.ts';

type Answered = CallAnswer<'noticeWays'>;

/** Kind of event with its ways. */
export interface EventWays {
  readonly event: Answered['events'][number]['event'];
  readonly label: string;
  readonly push: boolean;
  readonly mail: boolean;
  /** True if it is always mailed. */
  readonly isMailLocked: boolean;
}

/** Ways of the trader's notices. */
export interface NoticeWays {
  readonly events: readonly EventWays[];
  readonly quiet: Answered['quiet'];
  readonly amounts: boolean;
}

function toNoticeWays({ events, quiet, amounts }: Answered): NoticeWays {
  return {
    events: events.map(({ is_mail_locked: isMailLocked, ...ways }) => ({ ...ways, isMailLocked })),
    quiet,
    amounts,
  };
}

const keyOf = () => ['mine', 'notice-ways', currentLanguage()];

/** Ways by which notices reach the trader (R-ALR-11). */
export function useNoticeWays() {
  return useQuery({
    queryKey: keyOf(),
    queryFn: async ({ signal }) => toNoticeWays(await api.call('noticeWays', {}, { signal })),
  });
}

/** State of pushed notices on this device; undefined until it is known. */
export function usePushState() {
  return useQuery({ queryKey: pushStateKey, queryFn: () => pushState() });
}

/** Stores a choice; what it leaves out stays. The answer is shown, not the press. */
export async function saveNoticeWays(choice: CallInput<'saveNoticeWays'>): Promise<void> {
  queryClient.setQueryData(keyOf(), toNoticeWays(await api.call('saveNoticeWays', choice)));
}
