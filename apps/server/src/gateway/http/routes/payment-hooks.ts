import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { HookCall } from '../../../ports/payment-watch.ts';
import type { HookOutcome } from '../../../services/watch/take-hook.ts';
import { companyOf } from '../company-of.ts';
import { RefusalError, sendOk } from '../envelope.ts';

export type TakeHook = (call: HookCall) => Promise<HookOutcome>;

/**
 * Registers the webhooks of payment providers. They have no session: each call is signed (R-FND-70). HTTP 200 means
 * that the event is stored; anything else that it must be sent again.
 */
export function registerPaymentHookRoutes(app: FastifyInstance, takeHook: TakeHook): void {
  void app.register(async (scope) => {
    // The signature covers the bytes received.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post<{ Params: { provider: string } }>('/api/hooks/payments/:provider', async (request, reply) => {
      const outcome = await takeHook({
        companyId: companyOf(request).id,
        provider: request.params.provider,
        timestamp: headerOf(request, 'x-candor-timestamp'),
        signature: headerOf(request, 'x-candor-signature'),
        body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      });
      if (outcome.kind !== 'stored') throw toRefusal(outcome);
      return sendOk(request, reply, null);
    });
  });
}

function headerOf(request: FastifyRequest, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
}

function toRefusal(outcome: Exclude<HookOutcome, { kind: 'stored' }>): RefusalError {
  switch (outcome.kind) {
    case 'unknown-provider':
      return new RefusalError('unknownPath', { httpStatus: 404 });
    case 'wrong-signature':
      return new RefusalError('signatureWrong', { httpStatus: 401 });
    case 'outdated':
      return new RefusalError('callOutdated', { httpStatus: 401 });
    case 'conflict':
      return new RefusalError('idempotencyConflict', { httpStatus: 409 });
    case 'unreadable':
      return new RefusalError('invalidField', { data: { field: outcome.field }, httpStatus: 400 });
  }
}
