import type { Language } from '@candor/contracts/languages';
import type { BindOutcome, PayoutCurrencyTerms, PayoutMethodRecord } from '../../ports/funds.ts';
import type { UserRecord } from '../../ports/identity.ts';
import type { FundsDeps, MethodNotice } from './funds-deps.ts';
import { FundsRefusal } from './funds-refusal.ts';
import { fundsSettingsOf } from './funds-settings.ts';
import { InTurn } from './in-turn.ts';
import {
  type MethodDetails,
  methodName,
  requireBankDetails,
  requireCoinDetails,
  writeDetails,
} from './method-details.ts';
import { usableFrom } from './method-hold.ts';

export interface MethodAsked {
  readonly currencyId: number;
  readonly kind: PayoutCurrencyTerms['kind'];
  readonly details: MethodDetails;
  readonly clientId: string | null;
  /** Of the message to its owner. */
  readonly company: MethodNotice['company'];
  readonly language: Language;
  readonly prove: () => Promise<void>;
}

type Deps = Pick<
  FundsDeps,
  'clock' | 'credentials' | 'currencies' | 'methods' | 'sealer' | 'methodMessages' | 'wakeMessages'
>;

const methodsMax = 10;
/** One binding of a user at a time: the same request sent twice at once finds what the first has bound, and needs no proof. */
const turns = new InTurn();

/**
 * Binds an address or account that withdrawals can be paid to after a while; its owner hears of it (R-FND-28). Refuses,
 * first reason that applies: payWayUnknown, addressInvalid, invalidField, idempotencyConflict, stepUpRequired,
 * methodExists, tooManyMethods.
 */
export function bindMethod(deps: Deps, user: UserRecord, asked: MethodAsked): Promise<PayoutMethodRecord> {
  return turns.run(`${user.companyId} ${user.id}`, () => bindNow(deps, user, asked));
}

async function bindNow(deps: Deps, user: UserRecord, asked: MethodAsked): Promise<PayoutMethodRecord> {
  const { companyId, id: userId } = user;
  const currency = await deps.currencies.find(companyId, asked.currencyId);
  if (currency === null || !currency.isActive || currency.kind !== asked.kind) throw new FundsRefusal('payWayUnknown');
  const details =
    asked.kind === 'coin' ? requireCoinDetails(currency.protocol, asked.details) : requireBankDetails(asked.details);
  const text = writeDetails(currency.id, details);
  const detailsIndex = deps.sealer.indexOf(companyId, text);
  const bound = await boundBefore(deps, user, asked, detailsIndex);
  if (bound !== null) return bound;
  await asked.prove();
  const { company, language } = asked;
  const createdAtMs = deps.clock.nowMs();
  const settings = await fundsSettingsOf(deps.currencies, companyId);
  const changedAtMs = await deps.credentials.changedAtMs(companyId, userId);
  const method = methodName(currency, details);
  const usableAtMs = usableFrom(createdAtMs, changedAtMs, settings);
  const toldAtMs = usableAtMs > createdAtMs ? usableAtMs : null;
  const outcome = await deps.methods.bind(
    {
      companyId,
      userId,
      currencyId: currency.id,
      kind: asked.kind,
      detailsSealed: deps.sealer.seal(companyId, userId, text),
      detailsIndex,
      clientId: asked.clientId,
      createdAtMs,
      usableAtMs,
      message: (methodId) =>
        deps.methodMessages.bound(user, { company, method, methodId, usableAtMs: toldAtMs, language }),
    },
    methodsMax,
  );
  if (outcome.kind === 'bound') deps.wakeMessages(companyId);
  return requireBound(outcome);
}

/** The method bound under the client's id before. Refuses `idempotencyConflict`. */
async function boundBefore(
  { methods }: Deps,
  { companyId, id: userId }: UserRecord,
  { clientId }: MethodAsked,
  detailsIndex: Buffer,
): Promise<PayoutMethodRecord | null> {
  const earlier = clientId === null ? null : await methods.findAsked(companyId, userId, clientId);
  if (earlier === null || earlier.detailsIndex.equals(detailsIndex)) return earlier;
  throw new FundsRefusal('idempotencyConflict');
}

const refusals = { conflict: 'idempotencyConflict', exists: 'methodExists', 'too-many': 'tooManyMethods' } as const;

function requireBound(outcome: BindOutcome): PayoutMethodRecord {
  if (outcome.kind === 'bound' || outcome.kind === 'repeated') return outcome.method;
  throw new FundsRefusal(refusals[outcome.kind]);
}
