import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from './ports/clock.ts';
import type { SignInLog } from './ports/sign-ins.ts';
import type { Companies } from './services/company/companies.ts';
import { SignIns } from './services/sign-ins/sign-ins.ts';

const tickMs = 1_000;
const pruneEveryMs = 3_600_000;

/** The record of sign-ins, with what ends its minutes and erases what is old. */
export function startSignIns(
  log: SignInLog,
  parts: { readonly clock: Clock; readonly companies: Companies; readonly logger: FastifyBaseLogger | false },
): { signIns: SignIns; stop(): Promise<void> } {
  const { clock, companies, logger } = parts;
  const onError = (error: unknown) => {
    if (logger !== false) logger.error({ err: error }, 'sign-ins');
  };
  const signIns = new SignIns({
    log,
    clock,
    onError,
    onRefused: (refused) => {
      if (logger !== false) logger.warn(refused, 'sign-ins refused in the last minute');
    },
  });
  const prune = async () => signIns.prune((await companies.all()).map(({ id }) => id));
  const timers = [
    setInterval(() => void signIns.endMinutes().catch(onError), tickMs),
    setInterval(() => void prune().catch(onError), pruneEveryMs),
  ];
  for (const timer of timers) timer.unref();
  return {
    signIns,
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await signIns.endMinutes(true).catch(onError);
    },
  };
}
