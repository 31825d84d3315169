import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { CompanyRecord } from '../../ports/company.ts';
import { allowedLink } from '../../services/company/links.ts';
import { apiHostOf } from './cross-origin.ts';
import { isCall } from './request-target.ts';

/** A year, as long as browsers ask for. Sub-domains answer for themselves. */
const strictTransport = 'max-age=31536000';

/** Headers of every answer: no type sniffing, no embedding by other sites, no referrer to other sites. */
const everywhere: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-site',
};

/** Headers of calls: nothing in an answer runs or is cached. */
const onCalls: Readonly<Record<string, string>> = {
  ...everywhere,
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

/** Headers of every page: no framing, no window of another origin, no device. */
export const onPages: Readonly<Record<string, string>> = {
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

const onCallsByHttps = { ...onCalls, 'strict-transport-security': strictTransport };

/** Returns the headers of the answer to a call. */
export function callHeaders(isHttps: boolean): Readonly<Record<string, string>> {
  return isHttps ? onCallsByHttps : onCalls;
}

/** Sets the headers of every answer (R-SEC-01). */
export function setSecurityHeaders(reply: FastifyReply, url: string, isHttps: boolean): void {
  reply.headers(isCall(url) ? onCalls : everywhere);
  if (isHttps) reply.header('strict-transport-security', strictTransport);
}

/** Settings of pages beside their company. */
export interface PagePlace {
  /** True if the installation is reached by https only. */
  readonly isHttps: boolean;
  /** The origin that serves uploads; empty where every host does. */
  readonly filesOrigin: string;
}

/** Returns the hashes of a page's inline scripts, as its policy names them. */
export function inlineScriptHashes(page: string): string[] {
  const scripts = [...page.matchAll(/<script>([^]*?)<\/script>/g)].map(([, script = '']) => script);
  return scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
}

/** Sets the headers of a page: it may connect to the hosts of its company and to the uploads host only (R-SEC-02). */
export function setPageHeaders(
  reply: FastifyReply,
  { company, host, scripts }: { company: CompanyRecord; host: string; scripts: readonly string[] },
  place: PagePlace,
): void {
  reply.headers(onPages).header('content-security-policy', pagePolicy(company, host, scripts, place));
}

/**
 * Sets the headers of the console's page: own scripts, inline styles by nonce only, no other host but that of uploads
 * (R-OPS-71). It is not cached, because the nonce must stay unknown.
 */
export function setConsoleHeaders(reply: FastifyReply, nonce: string, { filesOrigin }: PagePlace): void {
  const files = filesOrigin === '' ? [] : [filesOrigin];
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    sources('img-src', ["'self'", 'data:', 'blob:', ...files]),
    "font-src 'self' data:",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  reply
    .headers(onPages)
    .headers({ 'content-security-policy': policy.join('; '), 'cache-control': 'no-store' })
    .header('referrer-policy', 'no-referrer');
}

/**
 * Returns the policy of a page: own scripts only, no framing, and no frames but the company's support page. Inline
 * styles are allowed because charts and sheets set them as they move.
 */
function pagePolicy(
  company: CompanyRecord,
  host: string,
  scripts: readonly string[],
  { isHttps, filesOrigin }: PagePlace,
): string {
  const links = company.links.flatMap(originOf);
  const files = filesOrigin === '' ? [] : [filesOrigin];
  return [
    "default-src 'self'",
    sources('script-src', ["'self'", ...scripts]),
    "style-src 'self' 'unsafe-inline'",
    sources('img-src', ["'self'", 'data:', 'blob:', ...files, ...links]),
    "font-src 'self' data:",
    sources('connect-src', ["'self'", ...apiSources(host, isHttps), ...files]),
    sources('frame-src', supportSource(company)),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ].join('; ');
}

/** Returns the source of the support page, if its link is allowed (R-COM-04). */
function supportSource(company: CompanyRecord): string[] {
  const link = allowedLink(company, company.serviceLink);
  const origins = link.startsWith('/') ? ["'self'"] : originOf(link);
  return origins.length === 0 ? ["'none'"] : origins;
}

function sources(directive: string, from: readonly string[]): string {
  return [directive, ...new Set(from)].join(' ');
}

/** The page's API host by HTTP and by socket; its own host where that serves both. */
function apiSources(host: string, isHttps: boolean): string[] {
  const api = apiHostOf(host) ?? host;
  const schemes = isHttps ? ['https', 'wss'] : ['http', 'https', 'ws', 'wss'];
  return schemes.map((scheme) => `${scheme}://${api}`);
}

/** Https, or a name of this very machine; nothing that would begin another directive. */
const namedOrigin = /^(?:https:\/\/[a-z0-9.:-]+|http:\/\/(?:[a-z0-9.-]+\.)?localhost(?::\d+)?)$/;

/** Returns the origin of a link; only a plain origin may be part of a header. */
function originOf(text: string): string[] {
  try {
    const { origin } = new URL(text);
    return namedOrigin.test(origin) ? [origin] : [];
  } catch {
    return [];
  }
}
