import { ownDataCalls } from '@candor/contracts/http/own-data';
import type { FastifyInstance } from 'fastify';
import type { TradingPort } from '../../../ports/trading-port.ts';
import type { BackgroundWork } from '../../../ports/work.ts';
import { recordClosing } from '../../../services/identity/close-account.ts';
import type { IdentityDeps } from '../../../services/identity/identity-deps.ts';
import type { OwnData } from '../../../services/own-data/own-data.ts';
import { siteOf } from '../../network-of.ts';
import { companyOf } from '../company-of.ts';
import { languageOf, RefusalError } from '../envelope.ts';
import { eventsOf } from '../order-calls.ts';
import { recorded } from '../recorded.ts';
import { FileAnswer, registerCall } from '../register-call.ts';
import { signalOf } from '../reply.ts';
import { idempotencyKeyOf } from '../state-change.ts';
import type { OwnDataJob } from '../statement/own-data-pdf.ts';
import { proofOf } from './withdrawals.ts';

/** Registers the calls about everything that is kept about a person, and the end of an account (R-SES-42 to R-SES-44). */
export function registerOwnDataRoutes(
  app: FastifyInstance,
  deps: {
    readonly ownData: OwnData;
    readonly identity: IdentityDeps;
    readonly core: Pick<TradingPort, 'submit'>;
    readonly work: BackgroundWork;
  },
): void {
  const { ownData, identity, core } = deps;
  const { clock, tokens } = identity;
  registerCall(app, { tokens }, ownDataCalls.ownData, async ({ session: { user }, input, request, reply }) => {
    if (input.format === 'pdf') {
      const data = await ownData.readable(companyOf(request).name, user);
      if (data === null) throw new RefusalError('tooManyRequests', { httpStatus: 429 });
      const job: OwnDataJob = { content: Buffer.from(JSON.stringify(data)), language: languageOf(request) };
      const file = await deps.work.run<Uint8Array>('ownData', job, {
        network: siteOf(request.ip),
        caller: `${user.companyId}:${user.id}`,
        signal: signalOf(reply),
      });
      return new FileAnswer(`candor-${user.uid}.pdf`, 'application/pdf', file);
    }
    const pieces = ownData.export(companyOf(request).name, user);
    if (pieces === null) throw new RefusalError('tooManyRequests', { httpStatus: 429 });
    return new FileAnswer(`candor-${user.uid}.json`, 'application/json; charset=utf-8', pieces);
  });
  registerCall(app, { tokens }, ownDataCalls.closeAccount, async ({ session, input, request }) => {
    const { user } = session;
    await proofOf({ factors: identity }, session, request, 'user/close_account', input)();
    const command = { type: 'CloseAccount', atMs: clock.nowMs(), accountId: user.accountId } as const;
    await recorded(identity, request, { kind: 'sessions-ended', suspect: () => user.id }, async () => {
      eventsOf(await core.submit({ command, ...idempotencyKeyOf(request, 'user/close_account', input) }));
      await recordClosing(identity, companyOf(request), user, languageOf(request));
    });
    return null;
  });
}
