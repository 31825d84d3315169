import type { MarketNow } from '@candor/domain/engine/command';
import { rivalsOf } from '@candor/domain/engine/funds/claims';
import { paymentKey } from '@candor/domain/engine/funds/payment-key';
import { leavableOf, refuseReleasing } from '@candor/domain/engine/funds/stress';
import type { InstrumentId } from '@candor/domain/values/ids';
import type { FastifyInstance } from 'fastify';
import { registerMoneyCalls } from './gateway/http/console/money.ts';
import { registerPayWayCalls } from './gateway/http/console/pay-ways.ts';
import { registerDepositRoutes } from './gateway/http/routes/deposits.ts';
import { registerTakeBackPage } from './gateway/http/routes/take-back.ts';
import { registerWalletRoutes } from './gateway/http/routes/wallet.ts';
import { registerWithdrawalRoutes } from './gateway/http/routes/withdrawals.ts';
import type { AuditLog } from './ports/audit.ts';
import type { UploadStore, VerificationStore } from './ports/documents.ts';
import type { DepositMethodStore, FundsHistory, PayoutCurrencyStore, PayoutMethodStore } from './ports/funds.ts';
import type { Market } from './ports/market.ts';
import type { UserDirectory } from './ports/operators.ts';
import type { StatementStore } from './ports/projection.ts';
import type { KeyRing } from './ports/secrets.ts';
import { FileLinks } from './services/documents/file-links.ts';
import { blindIndexOf, seal, unsealWithRing } from './services/documents/sealing.ts';
import type { DetailsSealer, FundsCore, FundsDeps } from './services/funds/funds-deps.ts';
import { FundsRefusal } from './services/funds/refusals.ts';
import { createCurrentHistory, type DeskDeps } from './services/funds/requests.ts';
import type { TakeBackLinks } from './services/funds/take-back.ts';
import type { IdentityDeps } from './services/identity/identity-deps.ts';
import { withTakeBackLink } from './services/messages/message-text.ts';
import type { OperatorSessions } from './services/operators/sessions.ts';
import { marketsOf } from './trading/market-facts.ts';
import type { TradingCore } from './trading/trading-core.ts';

/** What the money desk needs of the world. */
export interface FundsPorts {
  readonly history: FundsHistory;
  readonly depositMethods: DepositMethodStore;
  readonly currencies: PayoutCurrencyStore;
  readonly methods: PayoutMethodStore;
  readonly sightings: FundsDeps['sightings'];
  readonly statements: StatementStore;
}

export interface FundsParts {
  readonly ports: FundsPorts;
  readonly documents: {
    readonly keyRing: KeyRing;
    readonly uploads: UploadStore;
    readonly verifications: VerificationStore;
    readonly audit: AuditLog;
  };
  readonly users: UserDirectory;
  readonly sessions: OperatorSessions;
  readonly filesOrigin: string;
  readonly takeBackLinks: TakeBackLinks;
  readonly core: TradingCore;
  readonly market: Pick<Market, 'state' | 'ageMs'>;
  /** Resolves once the tables hold everything up to an entry of the journal. */
  readonly caughtUp: (seq: number) => Promise<void>;
  readonly identity: IdentityDeps;
  readonly legacyGetWrites: boolean;
}

/** Puts the money desk together, and adds its routes. */
export function composeFunds(app: FastifyInstance, parts: FundsParts): void {
  const { ports, core, caughtUp, identity, legacyGetWrites, sessions, users } = parts;
  const { keyRing, audit } = parts.documents;
  const history = createCurrentHistory({ store: ports.history, committedSeq: () => core.committedSeq, caughtUp });
  const links = new FileLinks(keyRing, identity.clock, parts.filesOrigin);
  const funds = toFundsDeps(parts, links);
  const routes = { funds, history, factors: identity, tokens: identity.tokens, legacyGetWrites };
  registerDepositRoutes(app, routes);
  registerWithdrawalRoutes(app, routes);
  registerWalletRoutes(app, routes);
  registerTakeBackPage(app, { funds, history, identity: identity.store, links: parts.takeBackLinks });
  const desk: DeskDeps = {
    ...funds,
    history,
    users,
    audit,
    proofUrl: (companyId, uploadId, operatorId) => links.urlOf({ companyId, uploadId, operatorId }),
  };
  registerMoneyCalls(app, { sessions, desk });
  registerPayWayCalls(app, { sessions, desk });
}

function toFundsDeps(
  { ports, documents, core, market, identity, users, takeBackLinks }: FundsParts,
  links: FileLinks,
): FundsDeps {
  const { clock, credentials, messages } = identity;
  const { keyRing, uploads, verifications } = documents;
  return {
    clock,
    core: toFundsCore(core, (id) => ({ kind: market.state(id).kind, ageMs: market.ageMs(id) })),
    depositMethods: ports.depositMethods,
    currencies: ports.currencies,
    methods: ports.methods,
    sightings: ports.sightings,
    credentials,
    verifications,
    limits: users,
    uploads,
    uploadIdOf: (text) => links.uploadIdOf(text),
    sealer: createSealer(keyRing),
    methodMessages: {
      bound(user, { company, method, methodId, usableAtMs, language }) {
        const values = { company: company.name, method, timeMs: clock.nowMs(), usableAtMs };
        const message = messages.toUser(user, { kind: 'method-bound', values }, language);
        const { companyId, accountId } = user;
        const link = takeBackLinks.urlOf(company, { kind: 'method', companyId, accountId, id: methodId });
        if (message.route === 'mail') return { ...message, text: withTakeBackLink(message.text, language, link) };
        return message.route === 'sms' && link !== null ? { ...message, text: `${message.text} ${link}` } : message;
      },
      removed(user, { company, method, language }) {
        const values = { company: company.name, method, timeMs: clock.nowMs() };
        return messages.toUser(user, { kind: 'method-removed', values }, language);
      },
    },
    wakeMessages: (companyId) => messages.wake(companyId),
  };
}

function toFundsCore(core: TradingCore, marketNow: (id: InstrumentId) => MarketNow): FundsCore {
  return {
    submit: (request) => core.submit(request),
    isDecided: async (accountId, clientId) => (await core.findCommand(accountId, clientId)) !== null,
    unfinished: (accountId) =>
      core.read((state) => {
        const account = state.accounts.get(accountId);
        if (account === undefined) throw new FundsRefusal('sessionExpired');
        return [...account.funds.values()];
      }),
    claimsOn: (companyId, externalId) =>
      core.read((state) => ({
        claims: rivalsOf(state, { tenantId: companyId }, { externalId }),
        credited: state.creditedPayments.get(paymentKey({ tenantId: companyId }, externalId))?.id ?? null,
      })),
    withdrawable: (accountId) =>
      core.read((state) => {
        const account = state.accounts.get(accountId);
        if (account === undefined) throw new FundsRefusal('sessionExpired');
        return leavableOf(state, account);
      }),
    isReleasable: (accountId) =>
      core.read((state) => {
        const account = state.accounts.get(accountId);
        return account === undefined || refuseReleasing(state, account, marketsOf(state, account, marketNow)) === null;
      }),
  };
}

/** The name that details lie under, so that a new key finds and seals them again. */
const sealedName = 'draw method';

function createSealer(ring: KeyRing): DetailsSealer {
  return {
    seal: (companyId, userId, text) => seal(ring.current, { companyId, userId, name: sealedName }, Buffer.from(text)),
    open: (companyId, userId, sealed) =>
      unsealWithRing(ring, { companyId, userId, name: sealedName }, sealed).toString(),
    indexOf: (companyId, text) => blindIndexOf(ring, 'draw methods', companyId, text),
  };
}
