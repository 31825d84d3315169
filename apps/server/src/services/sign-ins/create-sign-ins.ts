import type { CompanyId } from '@candor/domain/values/ids';
import type { ServerPorts } from '../../ports/server-ports.ts';
import { SignIns } from './sign-ins.ts';

const tickMs = 1_000;
const pruneEveryMs = 3_600_000;

/** Creates the record of sign-ins; ends its minutes and erases old entries by timers. */
export function createSignIns(
  { signInLog: log, clock }: Pick<ServerPorts, 'signInLog' | 'clock'>,
  links: {
    readonly companies: () => Promise<readonly { readonly id: CompanyId }[]>;
    readonly onError: (error: unknown) => void;
    readonly onRefused: ConstructorParameters<typeof SignIns>[0]['onRefused'];
  },
) {
  const { companies, onError, onRefused } = links;
  const signIns = new SignIns({ log, clock, onError, onRefused });
  const prune = async () => signIns.prune((await companies()).map(({ id }) => id));
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
