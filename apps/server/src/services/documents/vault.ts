import type { FileStore } from '../../ports/documents.ts';
import type { KeyRing } from '../../ports/secrets.ts';
import { newSealKey, type SealContext, seal, sealKeyOf, unseal, unsealWithRing } from './sealing.ts';

/**
 * Files each sealed under their own key, which is stored sealed in the database: deleting the key erases every copy of
 * the file (R-KYC-04).
 */
export class Vault {
  readonly #files: FileStore;
  readonly #ring: KeyRing;

  constructor(files: FileStore, ring: KeyRing) {
    this.#files = files;
    this.#ring = ring;
  }

  /** Seals the bytes under a new key; the file is written only once `store` has accepted the sealed key. */
  async write(
    context: SealContext,
    bytes: Uint8Array,
    store: (sealedKey: Buffer) => Promise<boolean>,
  ): Promise<boolean> {
    const key = newSealKey();
    if (!(await store(seal(this.#ring.current, context, key.bytes)))) return false;
    await this.#files.write(context.companyId, context.name, seal(key, context, bytes));
    return true;
  }

  /** Returns null if the file is missing. Throws SealBrokenError if it or its key was changed. */
  async read(context: SealContext, sealedKey: Uint8Array): Promise<Buffer | null> {
    const sealed = await this.#files.read(context.companyId, context.name);
    if (sealed === null) return null;
    return unseal(sealKeyOf(unsealWithRing(this.#ring, context, sealedKey)), context, sealed);
  }

  async remove({ companyId, name }: Pick<SealContext, 'companyId' | 'name'>): Promise<void> {
    await this.#files.remove(companyId, name);
  }
}
