import { createHmac, timingSafeEqual } from 'node:crypto';
import type { TenantId } from '@candor/domain/values/ids';
import type { AuditLog } from '../../ports/audit.ts';
import type { Clock } from '../../ports/clock.ts';
import type { KeyRing } from '../../ports/secrets.ts';
import type { Uploads } from './uploads.ts';

/** What a link opens, and for whom it was made. */
export interface FileLink {
  readonly companyId: TenantId;
  readonly uploadId: string;
  /** Null: its owner looks at it. */
  readonly operatorId: number | null;
}

const lifeMs = 60_000;
const macBytes = 32;
const path = '/files/';

/** Links that show one file to whoever holds them, for a minute (R-UPL-06). */
export class FileLinks {
  readonly #secret: Uint8Array;
  readonly #clock: Clock;
  readonly #origin: string;

  /** `origin`: where files are served from, so that they can have a host of their own; empty for the page's. */
  constructor(ring: KeyRing, clock: Clock, origin: string) {
    this.#secret = ring.secret('file links');
    this.#clock = clock;
    this.#origin = origin;
  }

  urlOf(link: FileLink): string {
    const fields = [link.companyId, link.uploadId, link.operatorId, this.#clock.nowMs() + lifeMs];
    const body = Buffer.from(JSON.stringify(fields)).toString('base64url');
    return `${this.#origin}${path}${body}.${this.#mac(body).toString('base64url')}`;
  }

  /** Null when the link is not of our making or its minute is over. */
  read(token: string): FileLink | null {
    const found = this.#parse(token);
    return found === null || this.#clock.nowMs() > found.expiresAtMs ? null : found.link;
  }

  /** The upload that a user names, by its id or by a link, which may have ended; null for anything else. */
  uploadIdOf(text: string): string | null {
    if (/^[0-9a-f]{32}$/.test(text)) return text;
    const at = text.lastIndexOf(path);
    return at < 0 ? null : (this.#parse(text.slice(at + path.length))?.link.uploadId ?? null);
  }

  #parse(token: string): { link: FileLink; expiresAtMs: number } | null {
    const [body = '', mac = '', ...rest] = token.split('.');
    const given = Buffer.from(mac, 'base64url');
    if (rest.length > 0 || given.length !== macBytes || !timingSafeEqual(given, this.#mac(body))) return null;
    const fields = JSON.parse(Buffer.from(body, 'base64url').toString()) as [TenantId, string, number | null, number];
    const [companyId, uploadId, operatorId, expiresAtMs] = fields;
    return { link: { companyId, uploadId, operatorId }, expiresAtMs };
  }

  #mac(body: string): Buffer {
    return createHmac('sha256', this.#secret).update(body).digest();
  }
}

/** Null for a link that is not, or no longer, good, one of another company than asked for, and an erased file. */
export type ShowFile = (
  token: string,
  companyId: TenantId | null,
) => Promise<{ readonly name: string; readonly bytes: Buffer } | null>;

/** Opens a file by its link. An operator's look is recorded first: without the record nothing is shown (R-KYC-03). */
export function createShowFile(deps: {
  readonly links: FileLinks;
  readonly uploads: Uploads;
  readonly audit: AuditLog;
}): ShowFile {
  return async (token, companyId) => {
    const link = deps.links.read(token);
    if (link === null || (companyId !== null && link.companyId !== companyId)) return null;
    const found = await deps.uploads.read(link.companyId, link.uploadId);
    if (found === null) return null;
    if (link.operatorId !== null)
      await deps.audit.append(link.companyId, {
        operatorId: link.operatorId,
        action: 'document-shown',
        subject: `user ${found.upload.userId}, file ${link.uploadId}`,
        reason: 'by the link of the submission opened before',
      });
    return { name: `${link.uploadId.slice(0, 8)}.jpg`, bytes: found.bytes };
  };
}
