import { type NoticeWays, noticeCalls, pushDevicesMax } from '@candor/contracts/http/notices';
import type { Language } from '@candor/contracts/languages';
import { zoneOf } from '@candor/domain/calc/trading-day';
import { serverTexts } from '@candor/texts/server';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../../ports/clock.ts';
import type { NoticeChoice, NoticeChoiceStore } from '../../../ports/notices.ts';
import type { PushDeviceStore, PushSender } from '../../../ports/push.ts';
import type { Tokens } from '../../../services/identity/tokens.ts';
import { eventWays } from '../../../services/notices/notice-ways.ts';
import { invalidField, languageOf } from '../envelope.ts';
import { registerCall } from '../register-call.ts';

export interface NoticeWayRouteDeps {
  readonly choices: NoticeChoiceStore;
  readonly devices: PushDeviceStore;
  readonly sender: PushSender;
  readonly tokens: Tokens;
  readonly clock: Clock;
}

/** Registers the calls about ways of notices and browsers that take pushed ones (R-ALR-08, R-ALR-11). */
export function registerNoticeWayRoutes(app: FastifyInstance, deps: NoticeWayRouteDeps): void {
  const { choices, devices, sender, clock } = deps;
  registerCall(app, deps, noticeCalls.noticeWays, async ({ session: { user }, request }) => {
    const { companyId, accountId } = user;
    const choice = await choices.choice(companyId, accountId);
    return toNoticeWays(choice, languageOf(request), await devices.count(companyId, accountId));
  });
  registerCall(app, deps, noticeCalls.saveNoticeWays, async ({ session: { user }, input, request }) => {
    const { companyId, accountId } = user;
    const { push = {}, mail = {}, quiet, amounts } = input;
    if (quiet != null && !isZone(quiet.zone)) throw invalidField('zone');
    const before = await choices.choice(companyId, accountId);
    const choice: NoticeChoice = {
      push: { ...before.push, ...push },
      mail: { ...before.mail, ...mail },
      quiet: quiet === undefined ? (before.quiet ?? null) : quiet,
      amounts: amounts ?? before.amounts ?? false,
    };
    await choices.choose(companyId, accountId, choice);
    return toNoticeWays(choice, languageOf(request), await devices.count(companyId, accountId));
  });
  registerCall(app, deps, noticeCalls.pushKey, async () => ({ key: sender.publicKey }));
  registerCall(app, deps, noticeCalls.addPushDevice, async ({ session, input, request }) => {
    const { companyId, accountId } = session.user;
    const { endpoint, p256dh, auth } = input;
    if (!sender.accepts(endpoint)) throw invalidField('endpoint');
    if (!sender.acceptsKeys(input)) throw invalidField('p256dh');
    const device = { accountId, sessionId: session.sessionId, language: languageOf(request), endpoint, p256dh, auth };
    await devices.add(companyId, device, clock.nowMs(), pushDevicesMax);
    return { devices: await devices.count(companyId, accountId) };
  });
  registerCall(app, deps, noticeCalls.removePushDevice, async ({ session: { user }, input }) => {
    await devices.remove(user.companyId, user.accountId, input.endpoint);
    return { devices: await devices.count(user.companyId, user.accountId) };
  });
}

function isZone(name: string): boolean {
  try {
    zoneOf(name);
    return true;
  } catch {
    return false;
  }
}

function toNoticeWays(choice: NoticeChoice, language: Language, devices: number): NoticeWays {
  const labels = serverTexts[language].noticeEvents;
  return {
    events: eventWays.map(({ event, push, mail }) => ({
      event,
      label: labels[event],
      push: choice.push?.[event] ?? push,
      mail: mail === 'locked' ? true : (choice.mail?.[event] ?? mail),
      is_mail_locked: mail === 'locked',
    })),
    quiet: choice.quiet ?? null,
    amounts: choice.amounts ?? false,
    devices,
  };
}
