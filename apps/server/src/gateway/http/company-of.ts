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
    const { host } = request;
    if (!hostForm.test(host))
      return done(new RefusalError('invalidField', { data: { field: 'host' }, httpStatus: 400 }));
    const found = companies.ofHost(host);
    if (!(found instanceof Promise)) return done(refuseSuspended(request, found));
    found.then((company) => done(refuseSuspended(request, company)), done);
  });
}

/**
 * Sets the company of a request; returns the refusal if the company is suspended and the call is not open then.
 */
function refuseSuspended(request: FastifyRequest, company: CompanyRecord): RefusalError | undefined {
  request.company = company;
  if (company.status === 0 || !isCall(request.url)) return undefined;
  // Console calls pass: operators decide withdrawals and end the suspension there.
  if (request.url.startsWith('/api/console/')) return undefined;
  return openWhenSuspended.has(request.url.split('?')[0] ?? '') ? undefined : new RefusalError('companySuspended');
}

/** Returns the company of a request. */
export function companyOf(request: FastifyRequest): CompanyRecord {
  if (request.company === null) throw new Error('Invariant: every request has its company');
  return request.company;
}
