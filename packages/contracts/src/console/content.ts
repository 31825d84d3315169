import * as z from 'zod/mini';
import { integerField } from '../http/fields.ts';
import { type Language, languageCodes } from '../languages.ts';
import { idParams, listCall, readCall, reasonField, writeCall } from './call.ts';

const language = z.enum(languageCodes as [Language, ...Language[]]);
const text = z.object({
  language,
  title: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  desc: z._default(z.string().check(z.trim(), z.maxLength(500)), ''),
  /** Source as written; the shown HTML is rendered from it and sanitised. */
  source: z.string().check(z.maxLength(50_000)),
});
/** One article: a text per language, shown in the reader's language, else `en`, else `hk`, else the first available. */
export const articleBody = z.object({
  kind: z.enum(['news', 'announcement']),
  format: z.enum(['markdown', 'html']),
  texts: z.array(text).check(z.minLength(1), z.maxLength(languageCodes.length)),
  /** A whole https address at the files host, the company's own hosts or its list of links; or empty. */
  logo: z._default(z.string().check(z.maxLength(512)), ''),
  /** Time of publication; null keeps it a draft. */
  published_at: z.nullable(integerField(0)),
  is_pinned: z._default(z.boolean(), false),
  version: z._default(integerField(0), 0),
});
const { texts, ...head } = articleBody.shape;
/** List row, without the texts, which may be long. */
const listedArticle = z.object({
  id: z.number(),
  ...head,
  /** Title of its first text. */
  title: z.string(),
  languages: z.array(language),
  updated_at: z.number(),
  by: z.string(),
  is_deleted: z.boolean(),
});
const article = z.object({ ...listedArticle.shape, texts });
/** Maximum size of all texts of an article together, in bytes. */
const articleBytesMax = 1024 * 1024;
const read = { permission: 'content.read' } as const;
const write = { permission: 'content.write' } as const;
export const articleCalls = {
  list: listCall({ ...read, path: '/articles', summary: 'List news and announcements' }, listedArticle, {
    kind: z.optional(z.enum(['news', 'announcement'])),
  }),
  one: readCall(
    { ...read, path: '/articles/:id', summary: 'Read an article with all its texts' },
    { params: idParams, answer: article },
  ),
  add: writeCall(
    { ...write, path: '/articles', summary: 'Add an article' },
    { body: articleBody, answer: article, bodyMaxBytes: articleBytesMax },
  ),
  change: writeCall(
    { ...write, path: '/articles/:id', summary: 'Change an article' },
    { params: idParams, body: articleBody, answer: article, bodyMaxBytes: articleBytesMax },
  ),
  remove: writeCall(
    { ...write, path: '/articles/:id/remove', summary: 'Remove an article; its texts stay in the records' },
    { params: idParams, body: z.object({ reason: reasonField }) },
  ),
  preview: writeCall(
    { ...write, path: '/articles/preview', summary: 'Render a text as it would be shown' },
    {
      body: z.object({ format: z.enum(['markdown', 'html']), source: z.string().check(z.maxLength(50_000)) }),
      answer: z.object({ html: z.string(), removed: z.number() }),
      bodyMaxBytes: articleBytesMax,
    },
  ),
};

/** Most instruments that a company lists first. */
const popularMax = 12;
const httpsOrEmpty = z.string().check(z.trim(), z.maxLength(300));
/** Settings that a company may change itself; the server enforces the limits of its jurisdiction profile. */
export const companyBody = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  logo: httpsOrEmpty,
  subject: z.string().check(z.maxLength(200)),
  registered_address: z.string().check(z.maxLength(300)),
  location: z.string().check(z.maxLength(120)),
  email: z.string().check(z.maxLength(254)),
  accents: z.array(z.string().check(z.regex(/^#[0-9a-f]{6}$/))).check(z.maxLength(3)),
  languages: z.array(language).check(z.maxLength(languageCodes.length)),
  service_link: httpsOrEmpty,
  service_link_type: integerField(0, 9),
  links: z.array(httpsOrEmpty).check(z.maxLength(20)),
  verify_reg_type: z.enum(['email', 'mobile']),
  verify_type: integerField(1, 2),
  jurisdiction: z.string().check(z.maxLength(20)),
  blocked_countries: z.array(z.string().check(z.regex(/^[A-Z]{2}$/))).check(z.maxLength(250)),
  margin_call_percent: integerField(1, 500),
  stop_out_percent: integerField(1, 500),
  trade_fee_type: integerField(1, 2),
  has_invitations: z.boolean(),
  is_public: z.boolean(),
  is_ranking_shown: z.boolean(),
  /** Codes of the instruments that the market lists first, in their order; empty for the catalogue's own. */
  popular: z.array(z.string().check(z.regex(/^[A-Z0-9]{2,12}$/))).check(z.maxLength(popularMax)),
});
const company = z.object({
  id: z.number(),
  hosts: z.array(z.string()),
  status: z.number(),
  type: z.number(),
  version: z.number(),
  ...companyBody.shape,
});
export const companyCalls = {
  one: readCall(
    { path: '/company', permission: 'company.read', summary: 'Read the settings of the company' },
    { answer: company },
  ),
  change: writeCall(
    {
      path: '/company',
      permission: 'company.write',
      summary: 'Change the company’s brand, links and rules; each change is a version',
    },
    {
      body: z.object({
        ...companyBody.shape,
        /** Left out: unchanged. */
        popular: z.optional(companyBody.shape.popular),
        version: integerField(0),
        reason: reasonField,
      }),
      answer: company,
    },
  ),
  versions: listCall(
    { path: '/company/versions', permission: 'company.read', summary: 'List the versions of the company’s settings' },
    z.object({ version: z.number(), ...companyBody.shape, by: z.string(), at: z.number(), reason: z.string() }),
    {},
  ),
  profiles: listCall(
    { path: '/jurisdictions', permission: 'company.read', summary: 'List the jurisdiction profiles' },
    z.object({
      id: z.string(),
      name: z.string(),
      leverage_caps: z.record(z.string(), z.number()),
      stop_out_percent_min: z.number(),
    }),
    {},
  ),
};

const rankedRow = z.object({
  id: z.string(),
  uid: z.string(),
  is_demo: z.number(),
  trades: z.number(),
  win_rate: z.string(),
  profit: z.string(),
  is_hidden: z.boolean(),
});
export const rankingCalls = {
  list: listCall(
    { path: '/ranking', permission: 'content.read', summary: 'List the accounts in the ranking, from closed orders' },
    rankedRow,
    {},
  ),
  hide: writeCall(
    { path: '/ranking/:id/hide', permission: 'ranking.write', summary: 'Hide an account from the ranking' },
    { params: z.object({ id: z.string().check(z.regex(/^\d{1,20}$/)) }), body: z.object({ reason: reasonField }) },
  ),
  show: writeCall(
    { path: '/ranking/:id/show', permission: 'ranking.write', summary: 'Show a hidden account in the ranking again' },
    { params: z.object({ id: z.string().check(z.regex(/^\d{1,20}$/)) }), body: z.object({ reason: reasonField }) },
  ),
};
