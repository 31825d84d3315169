import { clockSkewMs } from '../../ports/guards.ts';
import type { DemoStore } from '../../ports/identity.ts';
import type { ServerPorts } from '../../ports/server-ports.ts';
import { Captchas, captchaLifeMs } from './captchas.ts';
import { createDemoExpiry, type DemoExpiryDeps } from './demos.ts';
import { TrustedDevices } from './devices.ts';
import { Guard } from './guard.ts';
import type { IdentityDeps } from './identity-deps.ts';
import { MessageWriter } from './messages.ts';
import { Tokens } from './tokens.ts';
import { SignedWorkProofs, workLifeMs } from './work-proofs.ts';

type Ports = Pick<
  ServerPorts,
  | 'clock'
  | 'ids'
  | 'identity'
  | 'credentials'
  | 'factors'
  | 'hasher'
  | 'secrets'
  | 'openRates'
  | 'changes'
  | 'captchaPainter'
>;

/** Functions of other areas that identity calls. */
interface Links extends Pick<IdentityDeps, 'areas' | 'openTradingAccount' | 'signIns'> {
  readonly messages: Omit<ConstructorParameters<typeof MessageWriter>[0], 'clock' | 'ids'>;
  readonly onSessionEnded: (sessionId: string) => void;
}

/** Creates registration, sign-in, second factors and sessions. */
export function createIdentity(ports: Ports, { messages, onSessionEnded, ...links }: Links): IdentityDeps {
  const { clock, ids, secrets, openRates, hasher, identity: store, changes } = ports;
  const isCurrent = () => changes?.isLive ?? true;
  const work = new SignedWorkProofs({ secrets, clock, ids, used: openRates('work', workLifeMs + clockSkewMs) });
  const devices = new TrustedDevices({ secrets, clock, ids });
  const used = openRates('captcha', captchaLifeMs + clockSkewMs);
  const captchas = new Captchas({ painter: ports.captchaPainter, clock, ids, secrets, used });
  return {
    clock,
    ids,
    store,
    credentials: ports.credentials,
    factors: ports.factors,
    hasher,
    secrets,
    captchas,
    work,
    devices,
    guard: new Guard({ open: openRates, captchas, work, devices, load: () => hasher.load() }),
    tokens: new Tokens({ store, clock, ids, onEnded: onSessionEnded, isCurrent }),
    messages: new MessageWriter({ ...messages, clock, ids }),
    ...links,
  };
}

const demoExpiryEveryMs = 3_600_000;

export interface DemoExpiry {
  /** Resolves when a run has ended; joins the one in progress. */
  run(): Promise<void>;
  stop(): Promise<void>;
}

/** Ends idle demo accounts every hour. */
export function startDemoExpiry(
  { identity: store, clock }: { readonly identity: DemoStore } & Pick<ServerPorts, 'clock'>,
  { expire, onError, ...links }: Omit<DemoExpiryDeps, 'store' | 'clock'> & { readonly onError: (error: Error) => void },
): DemoExpiry {
  let isStopped = false;
  const expireDemos = createDemoExpiry({
    store,
    clock,
    ...links,
    expire: async (command) => !isStopped && (await expire(command)),
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
  const timer = setInterval(() => void run(), demoExpiryEveryMs);
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
