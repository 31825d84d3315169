import * as z from 'zod/mini';

/** The person of a row in a queue. */
export const clientFields = {
  /** Verified name; empty if the identity is not verified or was erased. */
  client_name: z.string(),
  /** Wire code of the language the client last used; empty if unknown. */
  client_language: z.string(),
};

/** The payee of a withdrawal, compared with the client's verified name. */
export const payeeFields = {
  /** Name on the bank account, as the bank has it; empty for a coin. */
  payee_name: z.string(),
  /**
   * Bank: the payee is the `same` name as the verified one, `close` to it, or an`other`; `unverified` without a verified
   * name. Coin: an address bound 7 days or more before the request is `known`, otherwise `new`. `none` if the destination
   * was erased.
   */
  payee_match: z.enum(['same', 'close', 'other', 'unverified', 'known', 'new', 'none']),
  /** Time when the destination was bound; null if it is gone. */
  method_bound_at: z.nullable(z.number()),
};
