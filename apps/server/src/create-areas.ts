import type { CompanyId } from '@candor/domain/values/ids';
import type { FastifyBaseLogger } from 'fastify';
import {
  areaDirectory,
  followChanges,
  methodMessagesOf,
  openConsoleOrigins,
  openFirstInvitations,
  openTakeBackLinks,
  openTradingAccountIn,
  operatorTotp,
  smsChargeTo,
} from './connect-areas.ts';
import { plainSecurity, type Security } from './gateway/http/build-gateway.ts';
import type { FoldedTables } from './ports/projection.ts';
import type { ServedBuild } from './ports/served-build.ts';
import type { ServerPorts } from './ports/server-ports.ts';
import type { TradingPort } from './ports/trading-port.ts';
import { createApprovals } from './services/approvals/create-approvals.ts';
import { losesDecision } from './services/approvals/who-decides.ts';
import { createCalendar } from './services/calendar/create-calendar.ts';
import type { Companies } from './services/company/companies.ts';
import { createCompany } from './services/company/create-company.ts';
import { allowedLink } from './services/company/links.ts';
import { createContent } from './services/content/create-content.ts';
import {
  createDetailsSealer,
  createDocuments,
  createSealedReader,
  type DocumentSettings,
} from './services/documents/create-documents.ts';
import { createFunds } from './services/funds/create-funds.ts';
import { createIdentity } from './services/identity/create-identity.ts';
import type { DemoLimits } from './services/identity/demos.ts';
import { createDisabledMessage } from './services/identity/messages.ts';
import { findPasswordFault } from './services/identity/password-rules.ts';
import { workFor } from './services/identity/work-proofs.ts';
import { createInvitations } from './services/invite/invitations.ts';
import { createPublicLog } from './services/log/public-log.ts';
import { createPublicStatistics } from './services/log/public-statistics.ts';
import { createPublicStatus } from './services/log/public-status.ts';
import { createReadLiability } from './services/log/read-liability.ts';
import { createReviewMessages, messageOf } from './services/messages/message-text.ts';
import type { createOffers } from './services/offer/company-offers.ts';
import { createOperators } from './services/operators/create-operators.ts';
import { toLimitsRule } from './services/operators/users.ts';
import { OwnData } from './services/own-data/own-data.ts';
import { createSignIns } from './services/sign-ins/create-sign-ins.ts';
import { createStatements } from './services/statement/statements.ts';
import { createTrade } from './services/trade/create-trade.ts';

export interface ServerOptions {
  readonly logger: FastifyBaseLogger | false;
  readonly security?: Security;
  readonly legacyGetWrites: boolean;
  readonly demoLimits: DemoLimits;
  readonly documents: DocumentSettings;
  readonly buildVersion: string;
  /** The build that browsers are served; null from the sources. */
  readonly build: ServedBuild | null;
  /** Called when the core cannot go on: an invariant is broken or another process leads. */
  readonly onFatal: (error: Error) => void;
  readonly onSessionEnded: (sessionId: string) => void;
  /** Checks the sessions of all open sockets again. */
  readonly recheckSockets?: () => void;
}

/** Parts that exist before the areas. */
export interface Foundation {
  readonly core: TradingPort;
  readonly folded: FoldedTables;
  readonly companies: Companies;
  readonly offers: ReturnType<typeof createOffers>;
  /** Wakes the delivery of a company's new message. */
  readonly wakeMessages: (companyId: CompanyId) => void;
  /** Returns the function that logs an area's errors. */
  readonly onError: (area: string) => (error: unknown) => void;
}

export type Areas = ReturnType<typeof createAreas>;

/** Creates every area and connects each to the others that it calls. */
export function createAreas(ports: ServerPorts, options: ServerOptions, foundation: Foundation) {
  const { market } = ports;
  const { core, folded, companies, offers, onError } = foundation;
  const people = createPeople(ports, options, foundation);
  const company = createCompany(ports, {
    companies,
    hasNotionalFees: offers.hasNotionalFees,
    offersCode: offers.offersCode,
    reservedHosts: Object.values((options.security ?? plainSecurity).hosts).filter((host) => host !== null),
    invite: openFirstInvitations(ports, options.security),
    onError: onError('loss rates'),
  });
  const { filesOrigin } = options.documents;
  const pictures = { filesOrigin, allowLink: allowedLink };
  const log = createPublicLog(ports.logReader);
  const content = createContent(ports, { pictures, onError: onError('ranking') });
  if (ports.changes !== undefined)
    followChanges(ports.changes, {
      tokens: people.identity.tokens,
      companies,
      ranking: content.ranking,
      recheckSockets: options.recheckSockets ?? (() => undefined),
      onError: onError('changes of other processes'),
    });
  return {
    ...people,
    ...createMoney(ports, options, foundation, people),
    approvals: createApprovals(ports, foundation.wakeMessages),
    core,
    companies,
    company,
    content,
    calendar: createCalendar(ports),
    caughtUp: folded.caughtUp,
    isProjectionFailing: () => folded.isFailing,
    offers,
    readInvitations: createInvitations(ports.invites),
    ownData: new OwnData({ store: ports.ownData, open: createSealedReader(ports.keyRing), clock: ports.clock }),
    statements: createStatements({ store: ports.statements, specOf: (id) => market.spec(id), ...folded }),
    log,
    status: createPublicStatus(ports, ports.clock, options.build?.filesHash ?? null),
    statistics: createPublicStatistics(ports, ports.clock),
    liability: createReadLiability(ports, log.proofs),
    trade: createTrade(ports, { caughtUp: folded.caughtUp, proofs: log.proofs }),
  };
}

/** Creates the areas of users and operators, and the messages to them. */
function createPeople(ports: ServerPorts, options: ServerOptions, { core, wakeMessages, onError }: Foundation) {
  const { smsLimits } = ports;
  const signIns = createSignIns(ports, {
    onError: onError('sign-ins'),
    onRefused: (refused) => {
      if (options.logger !== false) options.logger.warn(refused, 'sign-ins refused in the last minute');
    },
  });
  const identity = createIdentity(ports, {
    areas: areaDirectory,
    openTradingAccount: openTradingAccountIn(core),
    signIns: signIns.signIns,
    messages: {
      writeText: ({ kind, values }, language) => messageOf(kind, language, values),
      wake: wakeMessages,
      chargeOf: (number) => smsChargeTo(number, smsLimits),
    },
    onSessionEnded: options.onSessionEnded,
  });
  const { messages, tokens, work } = identity;
  const takeBackLinks = openTakeBackLinks(ports, options.security);
  const operators = createOperators(ports, {
    totp: operatorTotp(ports.secrets),
    work,
    workFor,
    signIns: signIns.signIns,
    findPasswordFault,
    writeDisabled: createDisabledMessage(messages),
    tokens,
    applyLimits: (userId, limits) => core.changeRules([toLimitsRule(userId, limits)]),
    losesDecision,
    consoleOriginOf: openConsoleOrigins(options.security),
    wakeMessages,
  });
  return { identity, operators, signIns, takeBackLinks };
}

/** Creates documents and the money desk, which shows them. */
function createMoney(
  ports: ServerPorts,
  options: ServerOptions,
  { core, folded, wakeMessages }: Foundation,
  { identity: { messages }, takeBackLinks }: ReturnType<typeof createPeople>,
) {
  const { clock, ids, keyRing } = ports;
  const documents = createDocuments(ports, options.documents, {
    writeMessage: createReviewMessages({ clock, ids }),
    wakeMessages,
  });
  const { links } = documents;
  const funds = createFunds(ports, {
    core,
    sealer: createDetailsSealer(keyRing),
    methodMessages: methodMessagesOf(messages, takeBackLinks, clock),
    uploadIdOf: (text) => links.uploadIdOf(text),
    proofUrl: (companyId, uploadId, operatorId) => links.urlOf({ companyId, uploadId, operatorId }),
    verifiedNames: documents.verifiedNames,
    wakeMessages,
    ...folded,
  });
  return { documents, funds };
}
