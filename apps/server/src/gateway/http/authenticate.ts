import type { SignedIn, User } from '@candor/contracts/http/identity';
import type { CompanyId } from '@candor/domain/values/ids';
import type { FastifyRequest } from 'fastify';
import type { UserRecord } from '../../ports/identity.ts';
import type { Session, Tokens } from '../../services/identity/tokens.ts';
import type { RateGate } from '../rate-gate.ts';
import { companyOf } from './company-of.ts';
import { RefusalError } from './envelope.ts';

/** The bare token of the `authorization` header; a `Bearer ` prefix is tolerated (R-WIRE-10). */
export function tokenOf(request: FastifyRequest): string {
  return (request.headers.authorization ?? '').replace(/^Bearer /i, '').trim();
}

/**
 * Returns the session at the addressed company. Throws 999 without one (R-SES-04, R-COM-05), 429 above the account's
 * limit.
 */
export function requireSession(tokens: Tokens, request: FastifyRequest): Session | Promise<Session> {
  return sessionOf(tokens, request.server.rateGate, tokenOf(request), companyOf(request).id);
}

/** Returns the session of a token at a company, as `requireSession`: at once if it is in memory. */
export function sessionOf(
  tokens: Tokens,
  rateGate: RateGate | null,
  token: string,
  companyId: CompanyId,
): Session | Promise<Session> {
  const known = tokens.known(token, companyId);
  if (known !== undefined) return admitted(known, rateGate);
  return tokens.authenticate(token, companyId).then((read) => admitted(read, rateGate));
}

function admitted(session: Session | null, rateGate: RateGate | null): Session {
  if (session === null) throw new RefusalError('sessionExpired');
  if (rateGate?.admitsAccount(session.user.accountId) === false)
    throw new RefusalError('tooManyRequests', { httpStatus: 429 });
  return session;
}

/** Returns the session of a real user; throws `onlyRealAccount` for a demo (R-SES-14). */
export async function requireRealUser(tokens: Tokens, request: FastifyRequest): Promise<Session> {
  const session = await requireSession(tokens, request);
  if (session.user.isDemo) throw new RefusalError('onlyRealAccount');
  return session;
}

/** Returns a user in the fields of the wire, for the user. */
export function toUser(user: UserRecord): User {
  return {
    id: user.id,
    uid: user.uid,
    email: user.email ?? '',
    mobile: user.mobile ?? '',
    is_demo: user.isDemo ? 1 : 0,
    credit_score: user.creditScore,
    level: user.level,
    invite_code: user.inviteCode,
    currency: user.currency,
  };
}

export function toSignedIn(signedIn: {
  readonly token: string;
  readonly device?: string;
  readonly user: UserRecord;
}): SignedIn {
  const { token, device, user } = signedIn;
  return { token, user: toUser(user), ...(device === undefined ? {} : { device }) };
}
