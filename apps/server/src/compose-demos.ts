import type { Clock } from './ports/clock.ts';
import type { DemoStore } from './ports/identity.ts';
import type { Companies } from './services/company/companies.ts';
import { createDemoExpiry } from './services/identity/demos.ts';
import type { Tokens } from './services/identity/tokens.ts';
import type { TradingCore } from './trading/trading-core.ts';

const everyMs = 3_600_000;

export interface DemoExpiryParts {
  readonly core: Pick<TradingCore, 'submit' | 'state'>;
  readonly tokens: Pick<Tokens, 'forget'>;
  readonly companies: Pick<Companies, 'all'>;
  readonly onError: (error: Error) => void;
}

export interface DemoExpiry {
  /** Resolves once a run is over; one that is under way is joined. */
  run(): Promise<void>;
  stop(): Promise<void>;
}

/** Ends idle demos every hour. */
export function startDemoExpiry(
  ports: { readonly identity: DemoStore; readonly clock: Clock },
  { core, tokens, companies, onError }: DemoExpiryParts,
): DemoExpiry {
  let isStopped = false;
  const expireDemos = createDemoExpiry({
    store: ports.identity,
    clock: ports.clock,
    companies: () => companies.all(),
    hasOrders: (accountId) => (core.state.accounts.get(accountId)?.orders.size ?? 0) > 0,
    async expire(command) {
      if (isStopped) return false;
      const outcome = await core.submit({ command, clientId: null, bodyHash: null });
      return outcome.kind === 'done' || (outcome.kind === 'refused' && outcome.refusal === 'account-not-found');
    },
    forgetSessions: (sessionIds) => tokens.forget(sessionIds),
  });
  let running: Promise<void> | null = null;
  const run = () => {
    running ??= expireDemos()
      .catch(onError)
      .finally(() => {
        running = null;
      });
    return running;
  };
  const timer = setInterval(() => void run(), everyMs);
  timer.unref();
  return {
    run,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
