import { plainSecurity, type Security } from './gateway/http/build-gateway.ts';
import { instrumentOf, type NoticeWords, textOfNotice } from './gateway/http/to-notice.ts';
import type { StoredChanges } from './ports/changes.ts';
import type { Clock } from './ports/clock.ts';
import type { CompanyRecord } from './ports/company.ts';
import type { SmsLimits } from './ports/messages.ts';
import type { Secrets } from './ports/secrets.ts';
import type { ServerPorts } from './ports/server-ports.ts';
import type { ShardPort, TradingPort } from './ports/trading-port.ts';
import { areasDialled, dialCodeOf, findArea } from './services/company/areas.ts';
import type { Companies } from './services/company/companies.ts';
import type { InstallationDeps } from './services/company/installation.ts';
import { consoleOriginOf, localOriginOf, pageOriginOf } from './services/company/links.ts';
import type { Ranking } from './services/content/ranking.ts';
import type { MethodMessages } from './services/funds/funds-deps.ts';
import { TakeBackLinks } from './services/funds/take-back.ts';
import type { AreaDirectory } from './services/identity/account-name.ts';
import type { startDemoExpiry } from './services/identity/create-identity.ts';
import type { OpenTradingAccount } from './services/identity/demos.ts';
import { type MessageWriter, smsChargeOf } from './services/identity/messages.ts';
import type { Tokens } from './services/identity/tokens.ts';
import { createTotp, totpStepOf } from './services/identity/totp.ts';
import { messageOf, withTakeBackLink } from './services/messages/message-text.ts';
import { invitationOf, invitationPageOf } from './services/operators/invitations.ts';
import { operatorTotpPlace, type TotpMaker } from './services/operators/sessions.ts';
import type { MessageDelivery } from './services/outbox/deliver-messages.ts';
import { NoticeMail } from './services/trade/notice-mail.ts';

// Areas of services do not import one another: each function here is one area as another one needs it.

type InvitedCompany = Pick<CompanyRecord, 'id' | 'hosts' | 'url'>;

/** Dialling codes and countries as identity needs them. */
export const areaDirectory: AreaDirectory = {
  find(id) {
    const area = findArea(id);
    return area && { dialCode: area.globalCode, country: area.code };
  },
  countriesOf: areasDialled,
};

/** Returns the counters that an SMS to `number` is charged to. */
export function smsChargeTo(number: string, limits: SmsLimits) {
  return smsChargeOf(number, dialCodeOf(number.slice(1)), limits);
}

/** Opens a trading account in the core unless it exists. */
export function openTradingAccountIn(core: TradingPort): OpenTradingAccount {
  return async (command) => {
    if ((await core.findAccount(command.accountId)) !== null) return 'open';
    const outcome = await core.submit({ command, clientId: null, bodyHash: null });
    if (outcome.kind === 'refused' && outcome.refusal === 'account-ended') return 'ended';
    const isOpen = outcome.kind === 'done' || (outcome.kind === 'refused' && outcome.refusal === 'account-exists');
    return isOpen ? 'open' : 'unavailable';
  };
}

/** The trading core and sessions for the expiry of demos. */
export function demoExpiryLinks(
  core: TradingPort,
  companies: Companies,
  forgetSessions: (sessionIds: readonly string[]) => void,
  onError: (error: Error) => void,
): Parameters<typeof startDemoExpiry>[1] {
  return {
    companies: () => companies.all(),
    hasOrders: (accountId) => core.hasOrders(accountId),
    async expire(command) {
      const outcome = await core.submit({ command, clientId: null, bodyHash: null });
      return outcome.kind === 'done' || (outcome.kind === 'refused' && outcome.refusal === 'account-not-found');
    },
    forgetSessions,
    onError,
  };
}

/** Codes of authenticator apps for operators. */
export function operatorTotp(secrets: Secrets): TotpMaker {
  return {
    create: (operator, issuer) =>
      createTotp(secrets, operatorTotpPlace(operator), { issuer: `${issuer} console`, account: operator.email }),
    stepOf: (operator, sealed, code, now) => totpStepOf(secrets, operatorTotpPlace(operator), sealed, code, now),
  };
}

/** Writes to the owner of a payout method that was bound or removed. */
export function methodMessagesOf(messages: MessageWriter, links: TakeBackLinks, clock: Clock): MethodMessages {
  return {
    bound(user, { company, method, methodId, usableAtMs, language }) {
      const values = { company: company.name, method, timeMs: clock.nowMs(), usableAtMs };
      const message = messages.toUser(user, { kind: 'method-bound', values }, language);
      const { companyId, accountId } = user;
      const link = links.urlOf(company, { kind: 'method', companyId, accountId, id: methodId });
      if (message.route === 'mail') return { ...message, text: withTakeBackLink(message.text, language, link) };
      return message.route === 'sms' && link !== null ? { ...message, text: `${message.text} ${link}` } : message;
    },
    removed(user, { company, method, language }) {
      const values = { company: company.name, method, timeMs: clock.nowMs() };
      return messages.toUser(user, { kind: 'method-removed', values }, language);
    },
  };
}

/** Returns the function that finds the origin of a company's console. */
export function openConsoleOrigins(security: Security = plainSecurity): (company: InvitedCompany) => string | null {
  const { isHttps, ownOrigin, hosts } = security;
  return (company) => consoleOriginOf(company, { isHttps, ownOrigin, consoleHost: hosts.console });
}

/** Opens the addresses of consoles for first operators, who may be on this machine; null if unknown. */
export function openFirstOrigins(security: Security = plainSecurity): (company: InvitedCompany) => string | null {
  const originOf = openConsoleOrigins(security);
  return (company) => originOf(company) ?? localOriginOf(company, security);
}

/** Returns the function that invites a first operator: the link is to be shown once, or the token without a known address. */
export function openFirstInvitations(
  { clock, ids }: Pick<ServerPorts, 'clock' | 'ids'>,
  security?: Security,
): InstallationDeps['invite'] {
  const originOf = openFirstOrigins(security);
  return (company) => {
    const token = ids.token();
    const page = invitationPageOf(originOf(company));
    return { invitation: invitationOf(token, clock.nowMs()), link: page === null ? token : `${page}#${token}` };
  };
}

/** Opens the links that take back a withdrawal or a payout method. */
export function openTakeBackLinks(
  { keyRing, clock }: Pick<ServerPorts, 'keyRing' | 'clock'>,
  security: Security = plainSecurity,
): TakeBackLinks {
  const { isHttps, ownOrigin, hosts } = security;
  const pages = { isHttps, ownOrigin, consoleHost: hosts.console };
  return new TakeBackLinks(keyRing, clock, (company) => pageOriginOf(company, pages));
}

/** Caches of a gateway that changes by other processes make stale. */
export interface Remembered {
  readonly tokens: Pick<Tokens, 'forget' | 'changed' | 'renew' | 'clear'>;
  readonly companies: Pick<Companies, 'invalidate'>;
  readonly ranking: Pick<Ranking, 'left' | 'clear'>;
  /** Checks the sessions of all open sockets again. */
  readonly recheckSockets: () => void;
  readonly onError: (error: Error) => void;
}

/** Drops at once what other processes have changed, and everything after a gap in the changes (R-SES-38). */
export function followChanges(changes: StoredChanges, remembered: Remembered): void {
  const { tokens, companies, ranking, recheckSockets, onError } = remembered;
  changes.follow({
    onChange(change) {
      if (change.kind === 'sessions-ended') tokens.forget(change.sessionIds);
      else if (change.kind === 'session-changed') tokens.changed(change.sessionIds);
      else if (change.kind === 'user-changed') tokens.renew(change.userId);
      else if (change.kind === 'companies') companies.invalidate();
      else if (change.kind === 'ranking') ranking.left(change.companyId, change.userId).catch(onError);
    },
    onGap() {
      tokens.clear();
      companies.invalidate();
      ranking.clear().catch(onError);
      recheckSockets();
    },
  });
}

const noticesAgainMs = 24 * 3_600_000;

/** Mails margin calls, stop-outs and other notices, starting with those of the last day: a crash loses none. */
export function startNoticeMail(
  { clock, identity: store, outbox, smsLimits }: Pick<ServerPorts, 'clock' | 'identity' | 'outbox' | 'smsLimits'>,
  areas: {
    readonly core: TradingPort;
    /** Core of each shard: one that is away keeps no notices of the others. */
    readonly cores: ReadonlyMap<number, Pick<ShardPort, 'noticesSince'>>;
    readonly companies: Companies;
    readonly delivery: MessageDelivery;
    readonly takeBackLinks: TakeBackLinks;
    readonly specOf: NoticeWords['specOf'];
    readonly onError: (error: Error) => void;
  },
): NoticeMail {
  const { core, cores, companies, delivery, takeBackLinks, specOf, onError } = areas;
  const mail = new NoticeMail({
    store,
    outbox,
    async accountOf(id) {
      const [account, summary] = await Promise.all([core.findAccount(id), core.summaryOf(id)]);
      return account && { ...account, marginLevelE2: summary?.marginLevelE2 ?? null };
    },
    companyName: async (id) => (await companies.all()).find((company) => company.id === id)?.name ?? '',
    writeText: ({ kind, values }, language) => messageOf(kind, language, values),
    writeSwap(notice, { currency }, language) {
      const id = instrumentOf(notice);
      const code = (id === null ? null : specOf(id))?.showCode ?? '';
      return { code, change: textOfNotice(notice, { currency, language, specOf }) };
    },
    async addLink({ text, sms }, { accountId, fundsId }, companyId, language) {
      const company = fundsId === undefined ? null : await companies.find(companyId);
      if (company === null || fundsId === undefined) return { text, ...(sms === undefined ? {} : { sms }) };
      const link = takeBackLinks.urlOf(company, { kind: 'withdrawal', companyId, accountId, id: fundsId });
      const short = sms === undefined || link === null ? sms : `${sms} ${link}`;
      return { text: withTakeBackLink(text, language, link), ...(short === undefined ? {} : { sms: short }) };
    },
    nowMs: () => clock.nowMs(),
    wake: (companyId) => delivery.wake(companyId),
    chargeOf: (number) => smsChargeTo(number, smsLimits),
    onError,
  });
  core.followEvents(({ notices }) => {
    for (const notice of notices) mail.take(notice);
  });
  for (const own of cores.values()) void mail.takeAgain(() => own.noticesSince(clock.nowMs() - noticesAgainMs));
  return mail;
}
