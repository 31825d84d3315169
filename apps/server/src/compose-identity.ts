import type { Clock } from './ports/clock.ts';
import type { IdentityStore } from './ports/identity.ts';
import type { SmsCharge } from './ports/messages.ts';
import type { PeoplePorts } from './ports/people-ports.ts';
import type { Ids } from './ports/secrets.ts';
import type { SignInRecorder } from './ports/sign-ins.ts';
import { areasDialled, dialCodeOf, findArea } from './services/company/areas.ts';
import type { AreaBook } from './services/identity/account-name.ts';
import { Captchas, captchaLifeMs } from './services/identity/captchas.ts';
import type { OpenTradingAccount } from './services/identity/demos.ts';
import { TrustedDevices } from './services/identity/devices.ts';
import { Guard } from './services/identity/guard.ts';
import type { IdentityDeps } from './services/identity/identity-deps.ts';
import { MessageWriter, smsChargeOf } from './services/identity/messages.ts';
import { Tokens } from './services/identity/tokens.ts';
import { SignedWorkProofs, workLifeMs } from './services/identity/work-proofs.ts';
import { messageOf } from './services/messages/message-text.ts';
import type { MessageDelivery } from './services/outbox/deliver-messages.ts';
import type { TradingCore } from './trading/trading-core.ts';

const areaBook: AreaBook = {
  find(id) {
    const area = findArea(id);
    return area && { dialCode: area.globalCode, country: area.code };
  },
  countriesOf: areasDialled,
};

/** What an SMS to a number counts against. */
export function chargeOf(number: string, { smsLimits }: Pick<PeoplePorts, 'smsLimits'>): SmsCharge {
  return smsChargeOf(number, dialCodeOf(number.slice(1)), smsLimits);
}

/** Who users are, and what knows them again. */
export function createIdentity(
  ports: {
    readonly clock: Clock;
    readonly ids: Ids;
    readonly identity: IdentityStore;
    readonly people: PeoplePorts;
  },
  parts: {
    readonly core: TradingCore;
    readonly messages: MessageDelivery;
    readonly signIns: SignInRecorder;
    readonly onEnded: (sessionId: string) => void;
  },
): IdentityDeps {
  const { clock, ids, identity: store, people } = ports;
  const { core, messages, onEnded } = parts;
  const openTradingAccount: OpenTradingAccount = async (command) => {
    if (core.state.accounts.has(command.accountId)) return true;
    const outcome = await core.submit({ command, clientId: null, bodyHash: null });
    return outcome.kind === 'done' || (outcome.kind === 'refused' && outcome.refusal === 'account-exists');
  };
  const { secrets, openRates } = people;
  const work = new SignedWorkProofs({ secrets, clock, ids, used: openRates('work', workLifeMs) });
  const devices = new TrustedDevices({ secrets, clock, ids });
  const captchas = new Captchas({
    painter: people.captchaPainter,
    clock,
    ids,
    secrets,
    used: openRates('captcha', captchaLifeMs),
  });
  return {
    clock,
    ids,
    store,
    credentials: people.credentials,
    factors: people.factors,
    hasher: people.hasher,
    secrets,
    captchas,
    work,
    devices,
    guard: new Guard({ open: openRates, captchas, work, devices, load: () => people.hasher.load() }),
    tokens: new Tokens({ store, clock, ids, onEnded }),
    areas: areaBook,
    messages: new MessageWriter({
      clock,
      ids,
      writeText: ({ kind, values }, language) => messageOf(kind, language, values),
      wake: (companyId) => messages.wake(companyId),
      chargeOf: (number) => chargeOf(number, people),
    }),
    openTradingAccount,
    signIns: parts.signIns,
  };
}
