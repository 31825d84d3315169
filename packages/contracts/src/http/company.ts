import * as z from 'zod/mini';
import { type Language, languages } from '../languages.ts';
import { describeCall } from './call.ts';
import { decimalText, named, note } from './fields.ts';

export const language = named('Language', z.enum(Object.keys(languages) as [Language, ...Language[]]));

const companyStatus = named(
  'CompanyStatus',
  z.strictObject({
    status: note('0 in service; anything else sends the visitor to `loss_url`.', z.number()),
    type: note('0 main mode: the site searches companies.', z.number()),
    loss_url: note('Https or of the same origin, and on the list of the company; empty for none.', z.string()),
    id: z.number(),
    name: z.string(),
    pc_host: note('Host of the desktop site beside the requested host, without port; empty for none.', z.string()),
  }),
);
export type CompanyStatus = z.infer<typeof companyStatus>;

/** Brand of a company. */
const brand = named(
  'Brand',
  z.strictObject({
    name: z.string(),
    logo: z.string(),
    accents: note(
      'Replace the accent colours of the product.',
      z.nullable(z.strictObject({ accent: z.string(), pressed: z.string(), on: z.string() })),
    ),
  }),
);
export type Brand = z.infer<typeof brand>;

/** Effects of the law that a company trades under on its offer. */
const companyProfile = named(
  'CompanyProfile',
  z.strictObject({
    id: z.enum(['international', 'eu', 'uk']),
    version: z.number(),
    leverage_caps: note(
      'Highest leverage by class of instrument; a class that is not named has no cap.',
      z.record(z.string(), z.number()),
    ),
    negative_balance_protection: z.boolean(),
    invitation_rewards: z.boolean(),
  }),
);
export type CompanyProfile = z.infer<typeof companyProfile>;

const riskWarning = named(
  'RiskWarning',
  z.strictObject({
    key: z.enum(['cfd', 'cfd-loss-rate']),
    loss_percent: note(
      'Calculated from the ledger of the closed real accounts of the company; null until there are enough.',
      z.nullable(decimalText),
    ),
  }),
);
export type RiskWarning = z.infer<typeof riskWarning>;

const registrationType = z.enum(['email', 'mobile']);

const basicInfo = named(
  'BasicInfo',
  z.strictObject({
    service_link: note('Https or a path of the same origin (R-COM-04); empty for none.', z.string()),
    service_link_type: note('0 shown inside the app; any other opens in a page of its own.', z.number()),
    verify_reg_type: note('The first choice of the registration form.', registrationType),
    reg_types: note('Every way of registration that is offered.', z.array(registrationType)),
    verify_type: note('1 a code by mail or SMS, 2 an image captcha.', z.literal([1, 2])),
    trade_fee_type: note('1 fee per lot, 2 rate of the notional.', z.literal([1, 2])),
    margin_call_level: note('Percent.', z.string()),
    stop_out_level: note('Percent.', z.string()),
    demo_balance: z.string(),
    brand,
    languages: note('Languages offered.', z.array(language)),
    profile: companyProfile,
    blocked_countries: note('Countries that are not served, by ISO 3166 alpha-2 code.', z.array(z.string())),
    risk_warning: riskWarning,
  }),
);
export type BasicInfo = z.infer<typeof basicInfo>;

/** A company found by the search of main mode. */
const company = named(
  'Company',
  z.strictObject({
    id: z.number(),
    name: z.string(),
    logo: z.string(),
    url: z.string(),
    subject: z.string(),
    registered_address: z.string(),
    location: z.string(),
    email: z.string(),
  }),
);
export type Company = z.infer<typeof company>;

const complaintEmail = z.strictObject({ email: z.string() });
export type ComplaintEmail = z.infer<typeof complaintEmail>;

/** Shown as code(+global_code). */
const area = named(
  'Area',
  z.strictObject({
    id: z.number(),
    global_code: note('Dialling code without +.', z.string()),
    code: note('ISO 3166 alpha-2.', z.string()),
  }),
);
export type Area = z.infer<typeof area>;

const settingKey = z.enum(['is_show_mobile']);
const settingValue = z.strictObject({ key: settingKey, value: z.enum(['0', '1']) });
export type SettingValue = z.infer<typeof settingValue>;

export const companyCalls = {
  companyStatus: describeCall('companyStatus', {
    summary: 'The company at this host, and whether it is in service',
    who: 'anybody',
    isOpenWhenSuspended: true,
    answer: companyStatus,
  }),
  companies: describeCall('companies', {
    summary: 'Companies by part of their name, in main mode',
    who: 'anybody',
    weight: 5,
    isOpenWhenSuspended: true,
    input: z.object({ name: z._default(z.string().check(z.maxLength(64)), '') }),
    answer: z.array(company),
  }),
  complaintEmail: describeCall('complaintEmail', {
    summary: 'Address for complaints',
    who: 'anybody',
    isOpenWhenSuspended: true,
    answer: complaintEmail,
  }),
  basicInfo: describeCall('basicInfo', {
    summary: 'Brand, languages, fees and rules of the company',
    who: 'anybody',
    isOpenWhenSuspended: true,
    answer: basicInfo,
  }),
  areas: describeCall('areas', {
    summary: 'Dialling areas of the countries that are served',
    who: 'anybody',
    weight: 3,
    answer: z.array(area),
  }),
  setting: describeCall('setting', {
    summary: 'One setting of the company',
    who: 'anybody',
    input: z.object({ key: settingKey }),
    answer: settingValue,
  }),
};
