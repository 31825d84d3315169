import { codes } from '@candor/contracts/codes';
import type { StepUpAsked } from '@candor/contracts/http/second-factor';
import { useState } from 'react';
import { CallError } from '../../data/client.ts';
import { toastError } from '../toast-error.ts';

/** Runs an action that may first need a proof of identity; resolves to true if it ran at once. */
export type Guard = (action: () => Promise<void>) => Promise<boolean>;

/**
 * Step-up: an action refused with code 1117 waits while a proof is asked for, and runs again after it; closing the
 * question changes nothing.
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
