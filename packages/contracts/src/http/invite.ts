import * as z from 'zod/mini';
import { describeCall } from './call.ts';
import { flag, named, note, pageField, timeMs } from './fields.ts';

const inviteInfo = named(
  'Invitation',
  z.strictObject({
    code: z.string(),
    link: note('Opens the registration of this company with the code filled in.', z.string()),
    has_rewards: note('1: the company pays rewards.', flag),
    joined: z.array(z.strictObject({ name: note('Masked.', z.string()), joined_at: timeMs, is_verified: flag })),
    total: z.number(),
  }),
);
export type InviteInfo = z.infer<typeof inviteInfo>;

export const inviteCalls = {
  invitation: describeCall('invitation', {
    summary: 'Invitation code of the user, and the users registered with it',
    who: 'real',
    input: z.object({ page: pageField }),
    answer: inviteInfo,
    refusals: ['invitationsOff'],
  }),
};
