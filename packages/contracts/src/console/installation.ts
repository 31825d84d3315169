import * as z from 'zod/mini';
import { decimalField, integerField } from '../http/fields.ts';
import { type Language, languageCodes } from '../languages.ts';
import { idParams, listCall, readCall, reasonField, writeCall } from './call.ts';

const language = z.enum(languageCodes as [Language, ...Language[]]);
const address = z.string().check(z.trim(), z.maxLength(300));
const operatorEmail = z.string().check(z.trim(), z.regex(/^[^\s@]+@[^\s@]+$/), z.maxLength(254));

/** Company settings that the installation sets; the company's own admins set the others. */
const terms = z.object({
  /** Host names of the company, without port. */
  hosts: z.array(z.string().check(z.trim(), z.toLowerCase(), z.minLength(1), z.maxLength(300))).check(z.maxLength(16)),
  /** 0 in service. */
  status: integerField(0, 9),
  /** 0 searches companies at `/product`. */
  type: integerField(0, 9),
  /** Redirect target for browsers while the company is out of service. */
  loss_url: address,
  /** Target of the company search. */
  url: address,
  /** Allowed origins of its links, besides its own hosts. */
  links: z.array(address).check(z.maxLength(20)),
  demo_balance: decimalField,
  is_mobile_shown: z.boolean(),
});
const first = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  jurisdiction: z.string().check(z.maxLength(20)),
  languages: z.array(language).check(z.maxLength(languageCodes.length)),
  verify_reg_type: z.enum(['email', 'mobile']),
  verify_type: integerField(1, 2),
  is_public: z.boolean(),
  /** Demo only; fixed at creation. */
  is_trial: z.boolean(),
});
const company = z.object({ id: z.number(), version: z.number(), ...first.shape, ...terms.shape });
const firstSignIn = z.object({ email: z.string(), link: z.string() });

const manage = { permission: 'installation.manage' } as const;
/** Permission of admins of the default company only. */
export const installationCalls = {
  list: listCall({ ...manage, path: '/companies', summary: 'List the companies of the installation' }, company, {}),
  one: readCall(
    { ...manage, path: '/companies/:id', summary: 'Read a company, and whether one of its operators has logged in' },
    { params: idParams, answer: z.object({ ...company.shape, is_taken: z.boolean() }) },
  ),
  add: writeCall(
    {
      ...manage,
      path: '/companies',
      summary: 'Add a company; its first operator’s link, which works once within 48 hours, is shown once',
    },
    {
      body: z.object({ ...first.shape, ...terms.shape, operator_email: operatorEmail, reason: reasonField }),
      answer: z.object({ ...company.shape, operator: firstSignIn }),
    },
  ),
  change: writeCall(
    { ...manage, path: '/companies/:id', summary: 'Change the settings of a company that only the installation sets' },
    {
      params: idParams,
      body: z.object({
        ...terms.shape,
        version: integerField(0),
        /** Confirms the suspension of the default company. */
        is_sure: z._default(z.boolean(), false),
        reason: reasonField,
      }),
      answer: company,
    },
  ),
  giveOperator: writeCall(
    {
      ...manage,
      path: '/companies/:id/first-operator',
      summary: 'Invite a first operator, or again, until an operator has accepted; the link is shown once',
    },
    { params: idParams, body: z.object({ email: operatorEmail, reason: reasonField }), answer: firstSignIn },
  ),
};
