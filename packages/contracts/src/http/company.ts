import * as z from 'zod/mini';
import type { Language } from '../languages.ts';
import type { DecimalText } from './market.ts';

export interface CompanyStatus {
  /** 0 = in service; anything else sends the visitor to `loss_url`. */
  status: number;
  /** 0 = main mode: the site searches companies. */
  type: number;
  /** Https or of the same origin, and on the company's list; empty where there is none. */
  loss_url: string;
  id: number;
  name: string;
  /** The company's site for desktops beside the host that was asked, without port; empty where it has none (R-WIRE-15). */
  pc_host: string;
}

/** How a company looks; accents replace the product's three accent tokens where they are given. */
export interface Brand {
  name: string;
  logo: string;
  accents: { accent: string; pressed: string; on: string } | null;
}

/** What the law that a company trades under makes of its offer. */
export interface CompanyProfile {
  id: 'international' | 'eu' | 'uk';
  version: number;
  /** The most leverage by class of instrument; a class that is not named has no cap. */
  leverage_caps: Record<string, number>;
  negative_balance_protection: boolean;
  invitation_rewards: boolean;
}

/** `loss_percent` is reckoned from the ledger of the company's closed real accounts; null until there are enough. */
export interface RiskWarning {
  key: 'cfd' | 'cfd-loss-rate';
  loss_percent: DecimalText | null;
}

export interface BasicInfo {
  /** Https, or a path of the same origin, as the company may have it (R-COM-04); empty where there is none. */
  service_link: string;
  /** 0 = shown inside the app; any other is opened in a page of its own, for sites that nobody may embed. */
  service_link_type: number;
  /** How one registers here: the first choice of the form. */
  verify_reg_type: 'email' | 'mobile';
  /** Every way offered. */
  reg_types: ('email' | 'mobile')[];
  /** 1 = a code by mail or SMS, 2 = an image captcha. */
  verify_type: 1 | 2;
  /** 1 = handling fee per lot, 2 = rate of the notional. */
  trade_fee_type: 1 | 2;
  margin_call_level: string;
  stop_out_level: string;
  demo_balance: string;
  brand: Brand;
  /** Languages offered, all of them where the company has not chosen. */
  languages: Language[];
  profile: CompanyProfile;
  /** Countries not served, by ISO 3166 alpha-2 code. */
  blocked_countries: string[];
  risk_warning: RiskWarning;
}

/** A company as the search of main mode finds it. */
export interface Company {
  id: number;
  name: string;
  logo: string;
  url: string;
  subject: string;
  registered_address: string;
  location: string;
  email: string;
}

export interface ComplaintEmail {
  email: string;
}

/** Shown as code(+global_code). */
export interface Area {
  id: number;
  /** Dialling code without +. */
  global_code: string;
  /** ISO 3166 alpha-2. */
  code: string;
}

export interface SettingValue {
  key: 'is_show_mobile';
  value: '0' | '1';
}

export const companyQuery = z.object({ name: z._default(z.string().check(z.maxLength(64)), '') });

export const settingQuery = z.object({ key: z.enum(['is_show_mobile']) });
