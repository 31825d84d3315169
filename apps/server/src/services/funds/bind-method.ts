import type { Language } from '@candor/contracts/languages';
import type { DrawCurrencyTerms } from '../../ports/draw-currency-store.ts';
import type { BindOutcome, DrawMethodRecord } from '../../ports/draw-method-store.ts';
import type { UserRecord } from '../../ports/identity-store.ts';
import type { FundsDeps } from './funds-deps.ts';
import { FundsRefusal } from './funds-refusal.ts';
import { fundsSettingsOf } from './funds-settings.ts';
import {
  type MethodDetails,
  maskDestination,
  requireBankDetails,
  requireCoinDetails,
  writeDetails,
} from './method-details.ts';
import { usableFrom } from './method-hold.ts';

export interface MethodAsked {
  readonly currencyId: number;
  readonly kind: DrawCurrencyTerms['kind'];
  readonly details: MethodDetails;
  readonly clientId: string | null;
  /** Of the message to its owner. */
  readonly company: string;
  readonly language: Language;
  readonly prove: () => Promise<void>;
}

type Deps = Pick<
  FundsDeps,
  'clock' | 'credentials' | 'currencies' | 'methods' | 'sealer' | 'writeBound' | 'wakeMessages'
>;

const methodsMax = 10;

/**
 * Binds an address or account that withdrawals can be paid to after a while; its owner hears of it (R-FND-28). Refuses,
 * first reason that applies: payWayUnknown, addressInvalid, invalidField, stepUpRequired, idempotencyConflict,
 * methodExists, tooManyMethods.
 */
export async function bindMethod(deps: Deps, user: UserRecord, asked: MethodAsked): Promise<DrawMethodRecord> {
  const { companyId, id: userId } = user;
  const currency = await deps.currencies.find(companyId, asked.currencyId);
  if (currency === null || !currency.isActive || currency.kind !== asked.kind) throw new FundsRefusal('payWayUnknown');
  const details =
    asked.kind === 'coin' ? requireCoinDetails(currency.protocol, asked.details) : requireBankDetails(asked.details);
  const text = writeDetails(currency.id, details);
  const detailsIndex = deps.sealer.indexOf(companyId, text);
  const earlier = asked.clientId === null ? null : await deps.methods.findAsked(companyId, userId, asked.clientId);
  if (earlier !== null) {
    if (earlier.detailsIndex.equals(detailsIndex)) return earlier;
    throw new FundsRefusal('idempotencyConflict');
  }
  await asked.prove();
  const createdAtMs = deps.clock.nowMs();
  const settings = await fundsSettingsOf(deps.currencies, companyId);
  const changedAtMs = await deps.credentials.changedAtMs(companyId, userId);
  const where = maskDestination(asked.kind === 'coin' ? details.address : details.payeeAccount);
  const method = [currency.code, currency.protocol, where].filter((part) => part !== '').join(' ');
  const message = deps.writeBound(user, { company: asked.company, method, language: asked.language });
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
      usableAtMs: usableFrom(createdAtMs, changedAtMs, settings),
      message,
    },
    methodsMax,
  );
  if (outcome.kind === 'bound') deps.wakeMessages(companyId);
  return requireBound(outcome);
}

const refusals = { conflict: 'idempotencyConflict', exists: 'methodExists', 'too-many': 'tooManyMethods' } as const;

function requireBound(outcome: BindOutcome): DrawMethodRecord {
  if (outcome.kind === 'bound' || outcome.kind === 'repeated') return outcome.method;
  throw new FundsRefusal(refusals[outcome.kind]);
}
