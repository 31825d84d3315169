import * as z from 'zod/mini';
import { describeCall } from './call.ts';
import { decimalText, named, note } from './fields.ts';

/** Proof that an account is counted in a day's total, as its owner downloads and verifies it (R-LOG-22). */
const liabilityProof = named(
  'LiabilityProof',
  z.strictObject({
    version: z.literal('candor-liabilities-1'),
    log: note('Name of the public log that has the total.', z.string()),
    day: note('Day of the total, UTC, e.g. 2026-11-27.', z.string()),
    currency: z.string(),
    account: note('Fingerprint of the account, as on its receipts.', z.string()),
    amount: note('Balance and money locked for withdrawals.', decimalText),
    salt: note('32 bytes in hex; only the owner of the account gets them.', z.string()),
    position: note('Place of the leaf, from 0.', z.number()),
    path: note(
      'Sibling of each level, from the leaf up: its sum and its hash in hex.',
      z.array(z.strictObject({ sum: decimalText, hash: z.string() })),
    ),
    text: note('The total as the log holds it: JSON with day, currency, time, height, sum and root.', z.string()),
    log_proof: note(
      'Proof that the total is in the public log, as C2SP tlog-proof; null until a checkpoint covers it.',
      z.nullable(z.string()),
    ),
  }),
);
export type LiabilityProof = z.infer<typeof liabilityProof>;

export const liabilityCalls = {
  liabilityProof: describeCall('liabilityProof', {
    summary: 'Proof that the account is counted in the newest total owed to clients; null for an account in none',
    who: 'session',
    input: z.object({}),
    answer: z.nullable(liabilityProof),
    refusals: [],
  }),
};
