import { randomBytes } from 'node:crypto';
import type { CompanyId } from '@candor/domain/values/ids';
import type { Clock } from '../../ports/clock.ts';
import type { ImageReader, ImageType, UploadRecord, UploadStore } from '../../ports/documents.ts';
import type { RateCounts } from '../../ports/guards.ts';
import type { UserRecord } from '../../ports/identity.ts';
import type { KeyRing } from '../../ports/secrets.ts';
import { blindIndexOf } from './sealing.ts';
import type { Vault } from './vault.ts';

export type UploadRefusal = 'imageUnreadable' | 'imageTooManyPixels' | 'uploadQuotaReached' | 'busy';

export type KeptUpload =
  | { readonly kind: 'kept'; readonly id: string }
  | { readonly kind: 'refused'; readonly refusal: UploadRefusal };

export interface UploadSender {
  readonly user: UserRecord;
  readonly address: string;
}

const dayMs = 24 * 3_600_000;
/** Enough for several refused checks and a busy day's proofs. */
const perUser = 40;
const perAddress = 200;
const namesBytes = 16;

const refusals = { unreadable: 'imageUnreadable', 'too-many-pixels': 'imageTooManyPixels', busy: 'busy' } as const;

/** Uploaded pictures: re-encoded, sealed, and private to their user until submitted. */
export class Uploads {
  readonly #store: UploadStore;
  readonly #reader: ImageReader;
  readonly #vault: Vault;
  readonly #ring: KeyRing;
  readonly #clock: Clock;
  readonly #attempts: RateCounts;

  constructor(deps: {
    store: UploadStore;
    reader: ImageReader;
    vault: Vault;
    ring: KeyRing;
    clock: Clock;
    attempts: RateCounts;
  }) {
    this.#store = deps.store;
    this.#reader = deps.reader;
    this.#vault = deps.vault;
    this.#ring = deps.ring;
    this.#clock = deps.clock;
    this.#attempts = deps.attempts;
  }

  /** Counts a try before reading the body; false beyond the daily limits (R-UPL-02). */
  async admit({ user, address }: UploadSender): Promise<boolean> {
    const ofUser = `user ${user.companyId} ${user.id}`;
    if (!(await this.#add(ofUser, perUser))) return false;
    if (await this.#add(`address ${user.companyId} ${address}`, perAddress)) return true;
    await this.#attempts.takeBack(ofUser);
    return false;
  }

  async #add(key: string, max: number): Promise<boolean> {
    if ((await this.#attempts.add(key)) <= max) return true;
    await this.#attempts.takeBack(key);
    return false;
  }

  async keep({ user, address }: UploadSender, file: Uint8Array, type: ImageType): Promise<KeptUpload> {
    const read = await this.#reader.read(file, type);
    if (read.kind === 'refused') return { kind: 'refused', refusal: refusals[read.reason] };
    const id = randomBytes(namesBytes).toString('hex');
    const { companyId, id: userId } = user;
    const nowMs = this.#clock.nowMs();
    const addressKey = blindIndexOf(this.#ring, 'addresses', companyId, address);
    const contentIndex = blindIndexOf(this.#ring, 'upload contents', companyId, read.digest);
    const limits = { sinceMs: nowMs - dayMs, perUser, perAddress };
    try {
      const isKept = await this.#vault.write({ companyId, userId, name: id }, read.bytes, (sealedKey) =>
        this.#store.add({ companyId, id, userId, addressKey, contentIndex, sealedKey, createdAtMs: nowMs }, limits),
      );
      return isKept ? { kind: 'kept', id } : { kind: 'refused', refusal: 'uploadQuotaReached' };
    } catch (error) {
      await this.#store.remove(companyId, id).catch(() => undefined);
      throw error;
    }
  }

  /** Returns the picture's bytes; null if missing or erased. */
  async read(companyId: CompanyId, id: string): Promise<{ upload: UploadRecord; bytes: Buffer } | null> {
    const upload = await this.#store.find(companyId, id);
    if (upload === null || upload.sealedKey === null) return null;
    const bytes = await this.#vault.read({ companyId, userId: upload.userId, name: id }, upload.sealedKey);
    return bytes && { upload, bytes };
  }
}

/** Bytes needed to detect a file's type. */
export const imageHeadBytes = 12;

const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);

/** Returns the type by the first bytes, ignoring the name; null unless one of the four types (R-UPL-01). */
export function imageTypeOf(head: Uint8Array): ImageType | null {
  const text = Buffer.from(head.subarray(0, imageHeadBytes)).toString('latin1');
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('RIFF') && text.slice(8) === 'WEBP') return 'webp';
  return text.slice(4, 8) === 'ftyp' && heicBrands.has(text.slice(8)) ? 'heic' : null;
}
