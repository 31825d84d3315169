import type { CompanyId } from '@candor/domain/values/ids';
import type { ServerPorts } from '../../ports/server-ports.ts';
import { pruneSignIns, SignIns } from './sign-ins.ts';

const tickMs = 1_000;
/** Longer than the minute that a count is for. */
const countedMs = 2 * 60_000;
const pruneEveryMs = 3_600_000;

/** Creates the record of sign-ins; a timer ends its minutes. */
export function createSignIns(
  { signInLog: log, clock, openRates, changes }: Pick<ServerPorts, 'signInLog' | 'clock' | 'openRates' | 'changes'>,
  links: {
    readonly onError: (error: unknown) => void;
    readonly onRefused: ConstructorParameters<typeof SignIns>[0]['onRefused'];
  },
) {
  const { onError, onRefused } = links;
  const full = changes === undefined ? null : openRates('sign-in entries', countedMs);
  const signIns = new SignIns({ log, clock, full, onError, onRefused });
  const timer = setInterval(() => void signIns.endMinutes().catch(onError), tickMs);
  timer.unref();
  return {
    signIns,
    async stop() {
      clearInterval(timer);
      await signIns.endMinutes(true).catch(onError);
    },
  };
}

/** Erases old sign-ins of every company each hour; returns the function that stops. */
export function startSignInPruning(
  { signInLog, clock }: Pick<ServerPorts, 'signInLog' | 'clock'>,
  companies: () => Promise<readonly { readonly id: CompanyId }[]>,
  onError: (error: unknown) => void,
): () => void {
  const prune = async () =>
    pruneSignIns(
      signInLog,
      (await companies()).map(({ id }) => id),
      clock.nowMs(),
    );
  const timer = setInterval(() => void prune().catch(onError), pruneEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}
