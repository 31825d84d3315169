import type { TenantId } from '@candor/domain/values/ids';
import type { FastifyInstance } from 'fastify';
import { registerVerificationCalls } from './gateway/http/console/verifications.ts';
import { registerFileRoutes } from './gateway/http/routes/files.ts';
import { registerInviteRoutes } from './gateway/http/routes/invite.ts';
import { registerUploadRoutes } from './gateway/http/routes/uploads.ts';
import { registerVerificationRoutes } from './gateway/http/routes/verification.ts';
import type { AuditLog } from './ports/audit.ts';
import type { Clock } from './ports/clock.ts';
import type { CompanyRecord } from './ports/company.ts';
import type { FileStore, ImageReader, UploadStore, VerificationStore } from './ports/documents.ts';
import type { InviteStore } from './ports/identity.ts';
import type { OperatorStore } from './ports/operators.ts';
import type { Ids, KeyRing } from './ports/secrets.ts';
import { createShowFile, FileLinks } from './services/documents/file-links.ts';
import { createHousekeeping } from './services/documents/retention.ts';
import { Reviews } from './services/documents/reviews.ts';
import { Uploads } from './services/documents/uploads.ts';
import { Vault } from './services/documents/vault.ts';
import { Verifications } from './services/documents/verifications.ts';
import { Attempts } from './services/identity/attempts.ts';
import type { MessageWriter } from './services/identity/messages.ts';
import type { Tokens } from './services/identity/tokens.ts';
import { createInvitations } from './services/invite/invitations.ts';
import { createReviewMessages } from './services/messages/review-message.ts';
import type { OperatorSessions } from './services/operators/sessions.ts';

/** What pictures, identity checks and operators need of the world. */
export interface DocumentPorts {
  readonly files: FileStore;
  readonly keyRing: KeyRing;
  readonly imageReader: ImageReader;
  readonly uploads: UploadStore;
  readonly verifications: VerificationStore;
  readonly operators: OperatorStore;
  readonly invites: InviteStore;
  readonly audit: AuditLog;
}

export interface DocumentOptions {
  /** Where files are served from; empty for the page's own host. */
  readonly filesOrigin: string;
  /** What is kept of people is erased so long after their account ended. */
  readonly retentionYears: number;
}

export interface DocumentDeps {
  readonly ports: DocumentPorts;
  readonly options: DocumentOptions;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly tokens: Tokens;
  readonly operatorSessions: OperatorSessions;
  readonly messages: MessageWriter;
  readonly companies: () => Promise<readonly CompanyRecord[]>;
  readonly onError: (error: Error) => void;
}

const dayMs = 24 * 3_600_000;
const housekeepingMs = 30 * 60_000;

/** Puts together what has to do with people's documents, and adds its routes. Answers the way to stop its work. */
export function composeDocuments(app: FastifyInstance, deps: DocumentDeps): () => Promise<void> {
  const { ports, clock, ids, tokens } = deps;
  const wakeMessages = (companyId: TenantId) => deps.messages.wake(companyId);
  const { keyRing: ring, audit } = ports;
  const vault = new Vault(ports.files, ring);
  const links = new FileLinks(ring, clock, deps.options.filesOrigin);
  const attempts = new Attempts(clock, dayMs);
  const uploads = new Uploads({ store: ports.uploads, reader: ports.imageReader, vault, ring, clock, attempts });
  registerUploadRoutes(app, { uploads, links, tokens });
  registerFileRoutes(app, {
    showFile: createShowFile({ links, uploads, audit }),
    hasOwnHost: deps.options.filesOrigin !== '',
  });
  const store = ports.verifications;
  registerVerificationRoutes(app, { verifications: new Verifications({ store, ring, links, clock }), tokens });
  const writeMessage = createReviewMessages({ clock, ids });
  const reviews = new Reviews({ store, audit, ring, links, clock, writeMessage, wakeMessages });
  registerVerificationCalls(app, { sessions: deps.operatorSessions, reviews });
  registerInviteRoutes(app, { readInvitations: createInvitations(ports.invites), tokens });
  const { companies } = deps;
  const { retentionYears } = deps.options;
  const keepHouse = createHousekeeping({ uploads: ports.uploads, vault, clock, retentionYears, companies });
  const timer = setInterval(() => void keepHouse().catch(deps.onError), housekeepingMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await ports.imageReader.close();
  };
}
