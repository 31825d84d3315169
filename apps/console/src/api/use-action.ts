import { codes } from '@candor/contracts/codes';
import type { ConsoleCall } from '@candor/contracts/console/call';
import { text } from '@candor/texts/console';
import { useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { endIfExpired } from '../auth/end-session.ts';
import { notify } from '../parts/Notifications.tsx';
import { CallError, type CallInput, isOutcomeKnown, problemOf } from './api.ts';
import { api, session } from './console-api.ts';

export interface Outcome<Data> {
  readonly data?: Data;
  /** Text of the refusal or failure; null if the action succeeded. */
  readonly problem: string | null;
  /** Problems by field of the form. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Code and data of the refusal. */
  readonly refusal?: { readonly code: number; readonly data: unknown };
  /** False if the outcome is unknown: no answer came, or the server does not know it either. */
  readonly isAnswered: boolean;
}

/**
 * Returns a function that makes one call, notifies the operator and refreshes everything on the page. An approval of an
 * outdated payload is refused with a warning, and the current one is shown (R-OPS-75). A change that waits for a second
 * person succeeds without data. With `done` of null, nobody is notified: the page shows the answer itself.
 */
export function useAction(): <Call extends ConsoleCall>(
  call: Call,
  input: CallInput<Call>,
  done?: string | ((data: z.output<Call['answer']>) => string | null),
) => Promise<Outcome<z.output<Call['answer']>>> {
  const refresh = useRefresh();
  return async (call, input, done = text.common.done) => {
    try {
      const data = await api.call(call, input);
      const words = typeof done === 'string' ? done : done(data);
      if (words !== null) notify(words, 'success');
      refresh();
      return { data, problem: null, isAnswered: true };
    } catch (error) {
      if (endIfExpired(session, error)) return { problem: null, isAnswered: true };
      const { message, code, field, data } = asCallError(error);
      if (code === codes.approvalNeeded) {
        notify(text.approvals.sent, 'success');
        refresh();
        return { problem: null, isAnswered: true };
      }
      if (code !== codes.payloadChanged) {
        return {
          ...problemOf(code, message, field),
          isAnswered: isOutcomeKnown(code),
          refusal: { code, data },
        };
      }
      notify(text.errors.changed, 'warning');
      refresh();
      return { problem: `${message} ${text.errors.changed}`, isAnswered: true };
    }
  };
}

/** Returns the function that reads everything on the page again, except what the server records. */
export function useRefresh(): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ predicate: ({ meta }) => meta?.['isRecorded'] !== true });
}

function asCallError(error: unknown): CallError {
  return error instanceof CallError ? error : new CallError(0, String(error), 0);
}

/** Returns a new client id; a repeat of the same change uses the same id. */
export function newClientId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
