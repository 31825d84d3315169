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

export interface BasicInfo {
  service_link: string;
  service_link_type: number;
  verify_reg_type: 'email' | 'mobile';
  /** 1 = handling fee per lot, 2 = rate of the notional. */
  trade_fee_type: 1 | 2;
  margin_call_level: string;
  stop_out_level: string;
  demo_balance: string;
}

export interface CompanyStatus {
  /** 0 = in service. */
  status: number;
  type: number;
  loss_url: string;
  id: number;
  name: string;
}
