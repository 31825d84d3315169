import { type CodeSent, identityCalls, type sendCodeBody } from '@candor/contracts/http/identity';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { AccountName } from '../../../ports/credentials.ts';
import { sendCode } from '../../../services/identity/codes.ts';
import { type DemoLimit, openDemo } from '../../../services/identity/demos.ts';
import type { IdentityDeps } from '../../../services/identity/identity-deps.ts';
import { register } from '../../../services/identity/registration.ts';
import { logIn } from '../../../services/identity/sign-in.ts';
import { toSignedIn, toUser } from '../authenticate.ts';
import { callerOf, captchaOf, pageOf } from '../caller.ts';
import { RefusalError } from '../envelope.ts';
import { recorded, userNamed } from '../recorded.ts';
import { registerCall } from '../register-call.ts';
import { clientIdOf } from '../state-change.ts';

export interface IdentityRouteDeps {
  readonly identity: IdentityDeps;
  readonly demoLimit: DemoLimit;
  readonly legacyGetWrites: boolean;
}

/** Registers demo, codes, registration and login. */
export function registerIdentityRoutes(app: FastifyInstance, deps: IdentityRouteDeps): void {
  const { identity, legacyGetWrites } = deps;
  const { tokens } = identity;
  registerCall(app, { legacyGetWrites }, identityCalls.openDemo, async ({ input, request }) => {
    const { company, userAgent, address } = callerOf(request);
    const asked = { demoId: input.demo_id, userAgent, address };
    const opened = await openDemo({ ...identity, limit: deps.demoLimit }, company, asked);
    if (opened === null) throw new RefusalError('demoUnavailable');
    return toSignedIn(opened);
  });
  registerCall(app, { tokens }, identityCalls.user, ({ session }) => toUser(session.user));
  registerCall(app, {}, identityCalls.captcha, async ({ request }) => {
    const { id, picture } = await identity.captchas.make(callerOf(request).address);
    return { id, b64s: picture };
  });
  registerCall(app, {}, identityCalls.sendMailCode, ({ input, request }) => send(identity, request, 'email', input));
  registerCall(app, {}, identityCalls.sendSmsCode, ({ input, request }) => send(identity, request, 'mobile', input));
  registerCall(app, {}, identityCalls.register, async ({ input, request }) => {
    const account = { text: input.account, type: input.type, areaId: input.area_id };
    const asked = {
      account,
      password: input.password,
      repeated: input.re_password,
      inviteCode: input.invite_code,
      code: input.sms_code,
      ticket: input.ticket,
      captchaId: input.key ?? '',
      clientId: clientIdOf(request, input.client_id),
    };
    const as = { kind: 'registered' as const, suspect: userNamed(identity, request, account), person: idOf };
    return toSignedIn(await recorded(identity, request, as, () => register(identity, callerOf(request), asked)));
  });
  registerCall(app, {}, identityCalls.logIn, async ({ input, request }) => {
    const account = { text: input.account, type: input.login_type, areaId: input.area_id };
    const asked = { account, password: input.password, captcha: captchaOf(input), page: pageOf(request) };
    const as = { kind: 'signed-in' as const, suspect: userNamed(identity, request, account), person: idOf };
    return toSignedIn(await recorded(identity, request, as, () => logIn(identity, callerOf(request), asked)));
  });
}

function idOf({ user }: { readonly user: { readonly id: number } }): number {
  return user.id;
}

async function send(
  identity: IdentityDeps,
  request: FastifyRequest,
  type: AccountName['kind'],
  input: z.output<typeof sendCodeBody>,
): Promise<CodeSent> {
  const ticket = await sendCode(identity, callerOf(request), {
    account: { text: input.to, type, areaId: input.area_id },
    purpose: input.type === 1 ? 1 : 2,
    captcha: captchaOf(input),
  });
  return { ticket };
}
