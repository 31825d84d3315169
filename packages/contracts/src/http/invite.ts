import * as z from 'zod/mini';
import { integerField } from './fields.ts';

export interface InviteInfo {
  code: string;
  /** Opens the registration of this company with the code filled in. */
  link: string;
  /** 1 = the company pays rewards by its programme; off unless it says so. */
  has_rewards: 0 | 1;
  joined: { /** Masked. */ name: string; joined_at: number; is_verified: 0 | 1 }[];
  total: number;
}

export const inviteQuery = z.object({ page: z._default(integerField(1, 100_000), 1) });
