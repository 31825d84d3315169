/** What is kept under keys of the installation, which never leave it. */
export interface Secrets {
  /** HMAC-SHA-256 under a key of the purpose's own. */
  mac(purpose: string, text: string): Buffer;
  /** Encrypted for one place (`context`): moved to another row it does not open there. */
  seal(context: string, plain: Buffer): Buffer;
  /** Throws when it was sealed for another place, under another key, or was changed. */
  unseal(context: string, sealed: Buffer): Buffer;
}
