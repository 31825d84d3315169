import type { User } from '../data/user.ts';

/** A session with its user. */
export interface KeptSession {
  readonly token: string;
  readonly user: User;
}

interface Sessions {
  readonly token: string | null;
  readonly user: User | null;
  readonly other: KeptSession | null;
}

/**
 * Returns the session that stays beside the next one: the present one or the one beside it, if its account is of the other
 * kind, the present one first; so that there is at most one of each kind.
 */
export function keptBeside({ token, user, other }: Sessions, next: KeptSession): KeptSession | null {
  const present = token === null || user === null ? null : { token, user };
  return [present, other].find((one) => one !== null && one.user.isDemo !== next.user.isDemo) ?? null;
}
