import { jurisdictions } from '@candor/domain/values/jurisdiction';
import type { CompanyRecord } from '../../ports/company.ts';
import type { InvitedUser, InviteStore, UserRecord } from '../../ports/identity.ts';

export interface Invitations {
  readonly code: string;
  readonly link: string;
  readonly hasRewards: boolean;
  readonly joined: readonly {
    readonly maskedName: string;
    readonly joinedAtMs: number;
    readonly isVerified: boolean;
  }[];
  readonly total: number;
}

/** Null if the company offers no invitations. */
export type ReadInvitations = (
  user: UserRecord,
  company: CompanyRecord,
  request: { readonly page: number; readonly pageOrigin: string },
) => Promise<Invitations | null>;

const pageSize = 20;

/**
 * Reads a user's invitation code and link, and the users they invited, one level deep and masked (R-INV-01, R-INV-02).
 */
export function createInvitations(store: InviteStore): ReadInvitations {
  return async (user, company, { page, pageOrigin }) => {
    if (!company.hasInvitations) return null;
    const { users, total } = await store.invited(company.id, user.id, page, pageSize);
    const origin = company.url === '' ? pageOrigin : company.url.replace(/\/+$/, '');
    return {
      code: user.inviteCode,
      link: `${origin}/register?invite_code=${user.inviteCode}`,
      hasRewards: company.hasInviteRewards && jurisdictions[company.jurisdiction].hasInvitationRewards,
      joined: users.map(({ email, mobile, joinedAtMs, isVerified }) => ({
        maskedName: maskAccount({ email, mobile }),
        joinedAtMs,
        isVerified,
      })),
      total,
    };
  };
}

/** Masks an account, hiding its length: `rosa@example.com` as `r•••@e•••.com`, `+33612345678` as `+33•••78`. */
export function maskAccount({ email, mobile }: Pick<InvitedUser, 'email' | 'mobile'>): string {
  if (email !== null) {
    const [local = '', domain = ''] = email.split('@');
    return `${Array.from(local)[0] ?? ''}•••@${Array.from(domain)[0] ?? ''}•••${domain.slice(domain.lastIndexOf('.'))}`;
  }
  return mobile === null ? '•••' : `${mobile.slice(0, 3)}•••${mobile.slice(-2)}`;
}
