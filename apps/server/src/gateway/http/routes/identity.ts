import {
  type Captcha,
  type CodeSent,
  demoQuery,
  loginBody,
  registerBody,
  sendCodeBody,
} from '@candor/contracts/http/identity';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AccountName } from '../../../ports/credentials.ts';
import { sendCode } from '../../../services/identity/codes.ts';
import { type DemoLimit, openDemo } from '../../../services/identity/demos.ts';
import type { IdentityDeps } from '../../../services/identity/identity-deps.ts';
import { register } from '../../../services/identity/registration.ts';
import { logIn } from '../../../services/identity/sign-in.ts';
import { requireSession } from '../authenticate.ts';
import { callerOf, captchaOf, pageOf } from '../caller.ts';
import { RefusalError, sendOk } from '../envelope.ts';
import { parseInput } from '../parse.ts';
import { recorded, userNamed } from '../recorded.ts';
import { addStateChange, clientIdOf } from '../state-change.ts';
import { toSignedIn, toUser } from '../to-user.ts';

export interface IdentityRouteDeps {
  readonly identity: IdentityDeps;
  readonly demoLimit: DemoLimit;
  readonly legacyGetWrites: boolean;
}

/** Becoming somebody here: the instant demo, codes, registration and login. */
export function registerIdentityRoutes(app: FastifyInstance, deps: IdentityRouteDeps): void {
  const { identity } = deps;
  const demo = { ...deps, isForAnybody: true };
  addStateChange(app, '/api/user/createAccountDemoForU', demo, async (request, input, reply) => {
    const { demo_id: demoId } = parseInput(demoQuery, input);
    const { company, userAgent, address } = callerOf(request);
    const opened = await openDemo({ ...identity, limit: deps.demoLimit }, company, { demoId, userAgent, address });
    if (opened === null) throw new RefusalError('demoUnavailable');
    return sendOk(request, reply, toSignedIn(opened));
  });
  app.get('/api/user/info', async (request, reply) => {
    const { user } = await requireSession(identity.tokens, request);
    return sendOk(request, reply, toUser(user));
  });
  app.get('/api/default/captcha', async (request, reply) => {
    const { id, picture } = await identity.captchas.make(callerOf(request).address);
    const answer: Captcha = { id, b64s: picture };
    return sendOk(request, reply, answer);
  });
  app.post('/api/notify/send_email', (request, reply) => answerCode(identity, request, reply, 'email'));
  app.post('/api/notify/send_sms', (request, reply) => answerCode(identity, request, reply, 'mobile'));
  app.post('/api/user/register', async (request, reply) => {
    const body = parseInput(registerBody, request.body);
    const account = { text: body.account, type: body.type, areaId: body.area_id };
    const asked = {
      account,
      password: body.password,
      repeated: body.re_password,
      inviteCode: body.invite_code,
      code: body.sms_code,
      ticket: body.ticket,
      captchaId: body.key ?? '',
      clientId: clientIdOf(request, body.client_id),
    };
    const as = { kind: 'registered' as const, suspect: userNamed(identity, request, account), person: idOf };
    const signedIn = await recorded(identity, request, as, () => register(identity, callerOf(request), asked));
    return sendOk(request, reply, toSignedIn(signedIn));
  });
  app.post('/api/user/loginForU', async (request, reply) => {
    const body = parseInput(loginBody, request.body);
    const account = { text: body.account, type: body.login_type, areaId: body.area_id };
    const asked = {
      account,
      password: body.password,
      captcha: captchaOf(body),
      page: pageOf(request),
    };
    const as = { kind: 'signed-in' as const, suspect: userNamed(identity, request, account), person: idOf };
    const signedIn = await recorded(identity, request, as, () => logIn(identity, callerOf(request), asked));
    return sendOk(request, reply, toSignedIn(signedIn));
  });
}

function idOf({ user }: { readonly user: { readonly id: number } }): number {
  return user.id;
}

async function answerCode(
  identity: IdentityDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  type: AccountName['kind'],
): Promise<FastifyReply> {
  const body = parseInput(sendCodeBody, request.body);
  const ticket = await sendCode(identity, callerOf(request), {
    account: { text: body.to, type, areaId: body.area_id },
    purpose: body.type === 1 ? 1 : 2,
    captcha: captchaOf(body),
  });
  const answer: CodeSent = { ticket };
  return sendOk(request, reply, answer);
}
