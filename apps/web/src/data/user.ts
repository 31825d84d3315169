import type { User as WireUser } from '@candor/contracts/http/identity';

/** The logged-in user. */
export interface User {
  readonly id: number;
  /** Public account number. */
  readonly uid: string;
  readonly email: string;
  /** With its dialling code; empty when none is known. */
  readonly mobile: string;
  readonly isDemo: boolean;
  readonly creditScore: number;
  readonly level: number;
  readonly inviteCode: string;
  /** Account currency (ISO 4217). */
  readonly currency: string;
}

export function toUser(wire: WireUser): User {
  return {
    id: wire.id,
    uid: wire.uid,
    email: wire.email,
    mobile: wire.mobile,
    isDemo: wire.is_demo === 1,
    creditScore: wire.credit_score,
    level: wire.level,
    inviteCode: wire.invite_code,
    currency: wire.currency,
  };
}

/** Converts the session that a page before version 2 has stored: its user was the one of the wire. */
export function fromOldSession(stored: unknown): unknown {
  const session = stored as { readonly user?: WireUser | null } | null;
  return session?.user ? { ...session, user: toUser(session.user) } : stored;
}
