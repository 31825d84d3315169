import type { BasicInfo, Company as WireCompany, CompanyStatus as WireStatus } from '@candor/contracts/http/company';

/** Brand, languages, fees and rules of the company. */
export interface CompanyInfo extends Pick<BasicInfo, 'brand' | 'languages'> {
  /** Support page; empty for none. */
  readonly serviceLink: string;
  /** 0 shown inside the app; any other opens in a page of its own. */
  readonly serviceLinkType: number;
  /** The registration form's first choice. */
  readonly firstRegistration: BasicInfo['verify_reg_type'];
  readonly registrations: BasicInfo['reg_types'];
  /** True if registration asks for an image captcha instead of a code by mail or SMS. */
  readonly registersByCaptcha: boolean;
  readonly feeType: 'per-lot' | 'of-notional';
  /** Percent. */
  readonly marginCallLevel: string;
  /** Percent. */
  readonly stopOutLevel: string;
  readonly demoBalance: string;
  /** Share of losing accounts in percent; null while unknown. */
  readonly lossPercent: string | null;
}

export function toCompanyInfo(wire: BasicInfo): CompanyInfo {
  return {
    brand: wire.brand,
    languages: wire.languages,
    serviceLink: wire.service_link,
    serviceLinkType: wire.service_link_type,
    firstRegistration: wire.verify_reg_type,
    registrations: wire.reg_types,
    registersByCaptcha: wire.verify_type === 2,
    feeType: wire.trade_fee_type === 2 ? 'of-notional' : 'per-lot',
    marginCallLevel: wire.margin_call_level,
    stopOutLevel: wire.stop_out_level,
    demoBalance: wire.demo_balance,
    lossPercent: wire.risk_warning.loss_percent,
  };
}

/** The company of this site, and whether it is in service. */
export interface CompanyStatus extends Pick<WireStatus, 'id' | 'name'> {
  readonly isInService: boolean;
  /** True if the site searches companies. */
  readonly isMainMode: boolean;
  /** Destination of visitors while out of service; empty for none. */
  readonly lossUrl: string;
  /** Host of the desktop site; empty for none. */
  readonly desktopHost: string;
}

export function toCompanyStatus(wire: WireStatus): CompanyStatus {
  return {
    id: wire.id,
    name: wire.name,
    isInService: wire.status === 0,
    isMainMode: wire.type === 0,
    lossUrl: wire.loss_url,
    desktopHost: wire.pc_host,
  };
}

/** A company found by the search. */
export interface Company extends Omit<WireCompany, 'registered_address'> {
  readonly registeredAddress: string;
}

export function toCompany({ registered_address: registeredAddress, ...company }: WireCompany): Company {
  return { ...company, registeredAddress };
}
