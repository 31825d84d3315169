import type { CompanyId } from '@candor/domain/values/ids';
import { demoExpiryLinks, openTakeBackLinks, startNoticeMail } from './connect-areas.ts';
import type { ServerOptions } from './create-areas.ts';
import type { ServerPorts } from './ports/server-ports.ts';
import type { ShardPort, TradingPort } from './ports/trading-port.ts';
import type { Companies } from './services/company/companies.ts';
import { startDocumentRetention } from './services/documents/create-documents.ts';
import { type DemoExpiry, startDemoExpiry } from './services/identity/create-identity.ts';
import { type MessageDelivery, startMessageDelivery } from './services/outbox/deliver-messages.ts';
import { startOutboxSweep } from './services/retention/retention.ts';
import { startSignInPruning } from './services/sign-ins/create-sign-ins.ts';

/** Background work of the installation, apart from requests and trading. */
export interface Jobs {
  readonly messages: MessageDelivery;
  readonly demoExpiry: DemoExpiry;
  stop(): Promise<void>;
}

/** Ports of the jobs, in any role. */
export type JobPorts = Omit<ServerPorts, 'market' | 'tickLog' | 'journal' | 'lease' | 'clockMarks'>;

interface JobLinks {
  readonly core: TradingPort;
  /** Core of each shard. */
  readonly cores: ReadonlyMap<number, Pick<ShardPort, 'noticesSince'>>;
  readonly companies: Companies;
  /** Drops ended sessions wherever they are cached, and closes their sockets. */
  readonly forgetSessions: (sessionIds: readonly string[]) => void;
  /** Returns the function that logs an area's errors. */
  readonly onError: (area: string) => (error: unknown) => void;
}

/** Starts sending messages, mailing notices, ending idle demos, and erasing what has expired. */
export function startJobs(
  ports: JobPorts,
  { documents, security }: Pick<ServerOptions, 'documents' | 'security'>,
  { core, cores, companies, forgetSessions, onError }: JobLinks,
): Jobs {
  const { clock, channels, keptChannels } = ports;
  const allCompanies = () => companies.all();
  const delivery = startMessageDelivery({
    store: ports.outbox,
    channels: (companyId: CompanyId) => keptChannels?.get(companyId) ?? channels,
    companies: allCompanies,
    clock,
    onError: onError('messages'),
  });
  // A gap in the changes delays a message until the next look.
  const stopWaking = ports.changes?.follow({
    onChange: (change) => change.kind === 'messages' && delivery.wake(change.companyId),
    onGap: () => undefined,
  });
  const takeBackLinks = openTakeBackLinks(ports, security);
  const areas = { core, cores, companies, delivery, takeBackLinks };
  const noticeMail = startNoticeMail(ports, { ...areas, onError: onError('notices') });
  const demoExpiry = startDemoExpiry(ports, demoExpiryLinks(core, companies, forgetSessions, onError('demos')));
  const stopPruning = startSignInPruning(ports, allCompanies, onError('sign-ins'));
  const stopRetention = startDocumentRetention(ports, documents, allCompanies, onError('documents'));
  const { removeUnsent } = ports;
  const stopSweep =
    removeUnsent === undefined ? undefined : startOutboxSweep({ clock, removeUnsent }, onError('outbox'));
  return {
    messages: delivery,
    demoExpiry,
    async stop() {
      stopWaking?.();
      stopPruning();
      stopRetention();
      stopSweep?.();
      await noticeMail.stop();
      await delivery.stop();
      await demoExpiry.stop();
    },
  };
}
