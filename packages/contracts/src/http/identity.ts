import * as z from 'zod/mini';

export interface User {
  id: number;
  /** Public account number, shown to the user. */
  uid: string;
  email: string;
  /** 1 = demo. */
  is_demo: 0 | 1;
  credit_score: number;
  level: number;
  invite_code: string;
  /** Account currency (ISO 4217). */
  currency: string;
}

export interface SignedIn {
  token: string;
  user: User;
}

/** A device's demo is found again by its id: a random UUID kept by the device (R-SES-05). */
export const demoQuery = z.object({
  demo_id: z.string().check(z.regex(/^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/)),
});
