import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CompanyId } from '@candor/domain/values/ids';
import type { AuditLog } from '../../ports/audit.ts';
import type { Clock } from '../../ports/clock.ts';
import type { KeyRing } from '../../ports/secrets.ts';
import type { Uploads } from './uploads.ts';

/** The upload that a link opens, and its viewer. */
export interface FileLink {
  readonly companyId: CompanyId;
  readonly uploadId: string;
  /** Null for the owner. */
  readonly operatorId: number | null;
}

const lifeMs = 60_000;
const macBytes = 32;
const path = '/files/';

/** Signed links that show one file for a minute (R-UPL-06). */
export class FileLinks {
  readonly #secret: Uint8Array;
  readonly #clock: Clock;
  readonly #origin: string;

  /** `origin`: origin of files if they have their own host; empty for the page's. */
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

  /** Null if forged or expired. */
  read(token: string): FileLink | null {
    const found = this.#parse(token);
    return found === null || this.#clock.nowMs() > found.expiresAtMs ? null : found.link;
  }

  /** Returns the upload named by id or link, also by an expired link; null for anything else. */
  uploadIdOf(text: string): string | null {
    if (/^[0-9a-f]{32}$/.test(text)) return text;
    const at = text.lastIndexOf(path);
    return at < 0 ? null : (this.#parse(text.slice(at + path.length))?.link.uploadId ?? null);
  }

  #parse(token: string): { link: FileLink; expiresAtMs: number } | null {
    const [body = '', mac = '', ...rest] = token.split('.');
    const given = Buffer.from(mac, 'base64url');
    if (rest.length > 0 || given.length !== macBytes || !timingSafeEqual(given, this.#mac(body))) return null;
    const fields = JSON.parse(Buffer.from(body, 'base64url').toString()) as [CompanyId, string, number | null, number];
    const [companyId, uploadId, operatorId, expiresAtMs] = fields;
    return { link: { companyId, uploadId, operatorId }, expiresAtMs };
  }

  #mac(body: string): Buffer {
    return createHmac('sha256', this.#secret).update(body).digest();
  }
}

/** Null for an invalid or expired link, one of another company, or an erased file. */
export type ShowFile = (
  token: string,
  companyId: CompanyId | null,
) => Promise<{ readonly name: string; readonly bytes: Buffer } | null>;

/** Opens a file by its link. An operator's view is recorded first; without the record nothing is shown (R-KYC-03). */
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
