import { codes } from '@candor/contracts/codes';
import type { StepUpAsked } from '@candor/contracts/http/second-factor';
import { useState } from 'react';
import { CallError } from '../../data/client.ts';
import { toastError } from '../toast-error.ts';

/** Does something that may first need a proof of who is there. Resolves to whether it was done at once. */
export type Guard = (action: () => Promise<void>) => Promise<boolean>;

/**
 * Some changes want a fresh proof (code 1117). The change waits while it is asked for, and is made once it was
 * given; whoever closes the question leaves everything as it was.
 */
export function useStepUp() {
  const [waiting, setWaiting] = useState<{ readonly action: () => Promise<void>; readonly asked: StepUpAsked } | null>(
    null,
  );

  const guard: Guard = async (action) => {
    try {
      await action();
      return true;
    } catch (error) {
      const isAsked = error instanceof CallError && error.code === codes.stepUpRequired;
      if (isAsked) setWaiting({ action, asked: error.data as StepUpAsked });
      else toastError(error);
      return false;
    }
  };

  return {
    guard,
    asked: waiting?.asked ?? null,
    giveUp: () => setWaiting(null),
    proved: () => {
      setWaiting(null);
      if (waiting !== null) void guard(waiting.action);
    },
  };
}
