import * as z from 'zod/mini';

/** An uploaded picture. Both name it: `id`, or the `url`, a signed link that works for a minute and shows it to its owner. */
export interface UploadedImage {
  id: string;
  url: string;
}

/** Where somebody's identity check stands. */
export interface VerificationState {
  /** 0 not submitted (or rejected: then `remark` says why), 1 waiting, 2 approved. */
  review_status: 0 | 1 | 2;
  remark: string;
  submitted_at: number | null;
  reviewed_at: number | null;
  /** Masked, as `J•••••• M•••••` and `12••••56`; empty before anything was sent. */
  name: string;
  card_id: string;
}

export const realNameBody = z.object({
  name: z.string().check(z.trim(), z.minLength(2), z.maxLength(120)),
  /** Letters and digits, no spaces. */
  card_id: z.string().check(z.trim(), z.regex(/^[\p{L}\p{N}-]{4,32}$/u)),
  /** The id or url of an upload of the same user. */
  front_pic: z.string().check(z.minLength(8), z.maxLength(512)),
  reverse_pic: z.string().check(z.minLength(8), z.maxLength(512)),
});
