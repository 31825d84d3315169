import type { CompanyId } from '@candor/domain/values/ids';
import type { UserRecord } from '../../ports/identity.ts';
import type { KeyRing } from '../../ports/secrets.ts';
import type { ServerPorts } from '../../ports/server-ports.ts';
import { createShowFile, FileLinks } from './file-links.ts';
import { NameIndex } from './name-index.ts';
import { createRetention } from './retention.ts';
import { Reviews, type WriteReviewMessage } from './reviews.ts';
import { blindIndexOf, seal, unsealWithRing } from './sealing.ts';
import { Uploads } from './uploads.ts';
import { Vault } from './vault.ts';
import { createVerifiedNames, Verifications } from './verifications.ts';

export interface DocumentSettings {
  /** Origin that serves files; empty for the page's own host. */
  readonly filesOrigin: string;
  /** Years that a person's documents are kept after their account has ended. */
  readonly retentionYears: number;
}

/** Functions of other areas that documents call. */
interface Links {
  readonly writeMessage: WriteReviewMessage;
  readonly wakeMessages: (companyId: CompanyId) => void;
}

const dayMs = 24 * 3_600_000;
const housekeepingEveryMs = 30 * 60_000;

/** Creates uploads, identity checks and their reviews. */
export function createDocuments(
  {
    files,
    keyRing: ring,
    clock,
    audit,
    uploads: store,
    verifications,
    imageReader: reader,
    openRates,
  }: Pick<
    ServerPorts,
    'files' | 'keyRing' | 'clock' | 'audit' | 'uploads' | 'verifications' | 'imageReader' | 'openRates'
  >,
  { filesOrigin }: DocumentSettings,
  { writeMessage, wakeMessages }: Links,
) {
  const vault = new Vault(files, ring);
  const links = new FileLinks(ring, clock, filesOrigin);
  const names = new NameIndex(verifications, ring);
  const uploads = new Uploads({ store, reader, vault, ring, clock, attempts: openRates('upload', dayMs) });
  return {
    links,
    uploads,
    showFile: createShowFile({ links, uploads, audit }),
    verifications: new Verifications({ store: verifications, ring, links, clock }),
    reviews: new Reviews({ store: verifications, audit, ring, links, names, clock, writeMessage, wakeMessages }),
    names,
    verifiedNames: createVerifiedNames(verifications, ring),
    stop: () => reader.close(),
  };
}

/**
 * Erases expired documents of every company each half hour, and makes approved names searchable that are not yet; returns
 * the function that stops.
 */
export function startDocumentRetention(
  {
    files,
    keyRing,
    clock,
    uploads,
    verifications,
  }: Pick<ServerPorts, 'files' | 'keyRing' | 'clock' | 'uploads' | 'verifications'>,
  { retentionYears }: DocumentSettings,
  companies: () => Promise<readonly { readonly id: CompanyId }[]>,
  onError: (error: Error) => void,
): () => void {
  const run = createRetention({ uploads, vault: new Vault(files, keyRing), clock, retentionYears, companies });
  const names = new NameIndex(verifications, keyRing);
  const index = async () => {
    for (const { id } of await companies()) await names.renew(id);
  };
  void index().catch(onError);
  const timer = setInterval(() => void run().then(index).catch(onError), housekeepingEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Opens what is sealed in a user's rows, by the name it was sealed under. */
export function createSealedReader(ring: KeyRing) {
  return ({ companyId, id: userId }: UserRecord, name: string, sealed: Buffer): string =>
    unsealWithRing(ring, { companyId, userId, name }, sealed).toString();
}

/** Name of sealed payout details; a new key finds them by it and seals them again. */
const sealedName = 'draw method';

/** Seals the details of payout methods, each for its own user. */
export function createDetailsSealer(ring: KeyRing) {
  return {
    seal: (companyId: CompanyId, userId: number, text: string) =>
      seal(ring.current, { companyId, userId, name: sealedName }, Buffer.from(text)),
    open: (companyId: CompanyId, userId: number, sealed: Uint8Array) =>
      unsealWithRing(ring, { companyId, userId, name: sealedName }, sealed).toString(),
    indexOf: (companyId: CompanyId, text: string) => blindIndexOf(ring, 'draw methods', companyId, text),
  };
}
