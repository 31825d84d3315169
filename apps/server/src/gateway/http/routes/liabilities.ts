import { type LiabilityProof, liabilityCalls } from '@candor/contracts/http/liabilities';
import { formatMoney, toMoney } from '@candor/domain/values/money';
import type { FastifyInstance } from 'fastify';
import type { Tokens } from '../../../services/identity/tokens.ts';
import type { ProvenLiability, ReadLiability } from '../../../services/log/read-liability.ts';
import { registerCall } from '../register-call.ts';

/** Registers the proof that the caller's account is counted in the newest total (R-LOG-22). */
export function registerLiabilityRoutes(
  app: FastifyInstance,
  deps: { readonly liability: ReadLiability; readonly tokens: Tokens },
): void {
  registerCall(app, deps, liabilityCalls.liabilityProof, async ({ session: { user } }) => {
    const proven = await deps.liability(user.companyId, user.accountId);
    return proven === null ? null : toProof(proven);
  });
}

function toProof({ origin, place, logProof }: ProvenLiability): LiabilityProof {
  const { day, currency, fingerprint, position, amount, salt, path, text } = place;
  return {
    version: 'candor-liabilities-1',
    log: origin,
    day,
    currency,
    account: fingerprint,
    amount: formatMoney(toMoney(amount)),
    salt: hexOf(salt),
    position,
    path: path.map(({ sum, hash }) => ({ sum: formatMoney(toMoney(sum)), hash: hexOf(hash) })),
    text,
    log_proof: logProof,
  };
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
