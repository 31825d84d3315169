/** An Ed25519 key that anyone may know. */
export interface ReceiptKey {
  /** First 16 hex digits of the SHA-256 of the public key. */
  readonly keyId: string;
  /** The 32 bytes in hex. */
  readonly publicKey: string;
}

export interface ReceiptSigner {
  readonly key: ReceiptKey;
  /** Ed25519 over the UTF-8 bytes, as hex: the same text always gets the same signature. */
  sign(text: string): Promise<string>;
}
