import type { FastifyRequest } from 'fastify';
import type { GivenCaptcha } from '../../services/identity/captchas.ts';
import type { Caller } from '../../services/identity/guard.ts';
import type { Page } from '../../services/identity/passkeys.ts';
import { workHeader } from '../../services/identity/work-proofs.ts';
import { networkOf } from '../network-of.ts';
import { companyOf } from './company-of.ts';
import { languageOf } from './envelope.ts';
import { blockedCountriesOf } from './to-company.ts';

/** Returns the caller as known from the connection. */
export function callerOf(request: FastifyRequest): Caller {
  const company = companyOf(request);
  return {
    company,
    address: networkOf(request.ip),
    work: textOf(request, workHeader),
    device: textOf(request, 'device'),
    userAgent: request.headers['user-agent'] ?? '',
    language: languageOf(request),
    blockedCountries: blockedCountriesOf(company),
  };
}

/** Returns a header that is given once; null otherwise. */
function textOf(request: FastifyRequest, header: string): string | null {
  const given = request.headers[header];
  return typeof given === 'string' ? given : null;
}

/**
 * Returns the relying party of a passkey: the origin that the browser reports if it may call this host, else the host.
 * Always https, except for localhost.
 */
export function pageOf(request: FastifyRequest): Page {
  const page = new URL(request.pageOrigin ?? `https://${request.host}`);
  const isLocal = page.hostname === 'localhost' || page.hostname.endsWith('.localhost');
  if (page.protocol !== 'https:' && !isLocal) page.protocol = 'https:';
  return { rpId: page.hostname, origin: page.origin };
}

export function captchaOf(input: {
  readonly key?: string | undefined;
  readonly captcha?: string | undefined;
}): GivenCaptcha | null {
  return input.key === undefined ? null : { id: input.key, text: input.captcha ?? '' };
}
