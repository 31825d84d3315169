import * as z from 'zod/mini';
import { describeCall } from './call.ts';
import { named, note, optionalClientId, timeMs } from './fields.ts';

/** An uploaded picture; `id` and `url` both name it. */
const uploadedImage = named(
  'UploadedPicture',
  z.strictObject({
    id: z.string(),
    url: note('A signed link that shows the picture to its owner for a minute.', z.string()),
  }),
);
export type UploadedImage = z.infer<typeof uploadedImage>;

/** State of an identity check. */
const verificationState = named(
  'VerificationState',
  z.strictObject({
    review_status: note(
      '0 not submitted, or rejected (`remark` gives the reason); 1 waiting; 2 approved.',
      z.literal([0, 1, 2]),
    ),
    remark: z.string(),
    submitted_at: z.nullable(timeMs),
    reviewed_at: z.nullable(timeMs),
    name: note('Masked, e.g. `J•••••• M•••••`; empty before the first submission.', z.string()),
    card_id: note('Masked, e.g. `12••••56`; empty before the first submission.', z.string()),
  }),
);
export type VerificationState = z.infer<typeof verificationState>;

const picture = note(
  'Id or url of a picture that the user has uploaded.',
  z.string().check(z.minLength(8), z.maxLength(512)),
);

const realNameBody = z.object({
  name: z.string().check(z.trim(), z.minLength(2), z.maxLength(120)),
  card_id: note('Letters and digits, no spaces.', z.string().check(z.trim(), z.regex(/^[\p{L}\p{N}-]{4,32}$/u))),
  front_pic: picture,
  reverse_pic: picture,
  client_id: optionalClientId,
});

export const verificationCalls = {
  uploadPicture: describeCall('uploadPicture', {
    summary: 'Upload one picture as multipart form data',
    who: 'real',
    takesPicture: true,
    answer: uploadedImage,
    refusals: [
      'uploadQuotaReached',
      'imageMissing',
      'imageTooLarge',
      'imageTypeUnsupported',
      'imageUnreadable',
      'imageTooManyPixels',
    ],
  }),
  submitVerification: describeCall('submitVerification', {
    summary: 'Submit an identity check',
    who: 'real',
    input: realNameBody,
    answer: verificationState,
    refusals: [
      'idempotencyConflict',
      'uploadNotFound',
      'picturesSame',
      'verificationWaiting',
      'verificationApproved',
      'documentNumberUsed',
    ],
  }),
  verification: describeCall('verification', {
    summary: 'State of the identity check of the user',
    who: 'real',
    answer: verificationState,
  }),
};
