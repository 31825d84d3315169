/** The only source of randomness inside the server. */
export interface Ids {
  /** 256 random bits as base64url: a session token. */
  token(): string;
  uuid(): string;
  /** `length` random decimal digits, the first not zero. */
  digits(length: number): string;
  /** `length` letters out of `alphabet`, each as likely as any other. */
  letters(alphabet: string, length: number): string;
}
