import type { Call } from '@candor/contracts/http/call';
import { calls } from '@candor/contracts/http/calls';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CompanyRecord } from '../../ports/company.ts';
import type { Companies } from '../../services/company/companies.ts';
import { RefusalError } from './envelope.ts';
import { isCall } from './request-target.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for every request by `registerCompany`; read it with `companyOf`. */
    company: CompanyRecord | null;
  }
}

/** Calls that are answered while the company is out of service. */
const openWhenSuspended: ReadonlySet<string> = new Set(
  Object.values<Call>(calls).flatMap((call) => (call.isOpenWhenSuspended ? [call.path] : [])),
);

/** A name, an IPv4 address or a bracketed IPv6 address, and a port. */
const hostForm = /^(?:[a-z0-9](?:[a-z0-9._-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** Finds the company of every request by its host, once (R-COM-01), and refuses calls of a suspended company. */
export function registerCompany(app: FastifyInstance, companies: Pick<Companies, 'ofHost'>): void {
  app.decorateRequest('company', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const found = companyAt(companies, request.host);
    if (found instanceof RefusalError) return done(found);
    const next = (company: CompanyRecord) => {
      request.company = company;
      done(suspensionOf(company, request.url));
    };
    if (!(found instanceof Promise)) return next(found);
    found.then(next, done);
  });
}

/** Returns the company of a host, or the refusal of a text that is no host. */
export function companyAt(
  companies: Pick<Companies, 'ofHost'>,
  host: string,
): CompanyRecord | Promise<CompanyRecord> | RefusalError {
  if (hostForm.test(host)) return companies.ofHost(host);
  return new RefusalError('invalidField', { data: { field: 'host' }, httpStatus: 400 });
}

/** Returns the refusal if the company is suspended and the call is not open then. */
export function suspensionOf(company: CompanyRecord, url: string): RefusalError | undefined {
  if (company.status === 0 || !isCall(url)) return undefined;
  // Console calls pass: operators decide withdrawals and end the suspension there.
  if (url.startsWith('/api/console/')) return undefined;
  return openWhenSuspended.has(url.split('?')[0] ?? '') ? undefined : new RefusalError('companySuspended');
}

/** Returns the company of a request. */
export function companyOf(request: FastifyRequest): CompanyRecord {
  if (request.company === null) throw new Error('Invariant: every request has its company');
  return request.company;
}
