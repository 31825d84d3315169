import type { Language } from '@candor/contracts/languages';
import type { WithdrawalRecord } from '@candor/domain/engine/funds/funds-request';
import type { CompanyId } from '@candor/domain/values/ids';
import type { BindOutcome, FundsSettings, PayoutCurrencyTerms, PayoutMethodRecord } from '../../ports/funds.ts';
import type { UserRecord } from '../../ports/identity.ts';
import { findFundsRequests } from './commands.ts';
import { toCoinAddress, toPayeeAccount, toSwift } from './destinations.ts';
import { type DetailsSealer, type FundsDeps, fundsSettingsOf, type MethodNotice } from './funds-deps.ts';
import { FundsRefusal } from './refusals.ts';

export interface BindRequest {
  readonly currencyId: number;
  readonly kind: PayoutCurrencyTerms['kind'];
  readonly details: MethodDetails;
  readonly clientId: string | null;
  /** For the notice to the owner. */
  readonly company: MethodNotice['company'];
  readonly language: Language;
  readonly prove: () => Promise<void>;
}

type BindDeps = Pick<
  FundsDeps,
  'clock' | 'credentials' | 'currencies' | 'methods' | 'sealer' | 'methodMessages' | 'wakeMessages' | 'turns'
>;

const methodsMax = 10;

/**
 * Binds a payout address or account, usable after its hold, and notifies the owner (R-FND-28). Refuses, in this order:
 * payWayUnknown, addressInvalid, invalidField, idempotencyConflict, stepUpRequired, methodExists, tooManyMethods.
 */
export function bindMethod(deps: BindDeps, user: UserRecord, request: BindRequest): Promise<PayoutMethodRecord> {
  // One binding per user at a time: a duplicate request finds the bound method and needs no proof.
  return deps.turns.run(`method ${user.companyId} ${user.id}`, () => bindNow(deps, user, request));
}

async function bindNow(deps: BindDeps, user: UserRecord, request: BindRequest): Promise<PayoutMethodRecord> {
  const { companyId, id: userId } = user;
  const currency = await deps.currencies.find(companyId, request.currencyId);
  if (currency === null || !currency.isActive || currency.kind !== request.kind)
    throw new FundsRefusal('payWayUnknown');
  const details =
    request.kind === 'coin'
      ? requireCoinDetails(currency.protocol, request.details)
      : requireBankDetails(request.details);
  const text = writeDetails(currency.id, details);
  const detailsIndex = deps.sealer.indexOf(companyId, text);
  const bound = await findBound(deps, user, request, detailsIndex);
  if (bound !== null) return bound;
  await request.prove();
  const { company, language } = request;
  const createdAtMs = deps.clock.nowMs();
  const settings = await fundsSettingsOf(deps.currencies, companyId);
  const changedAtMs = await deps.credentials.changedAtMs(companyId, userId);
  const method = methodName(currency, details);
  const usableAtMs = usableFrom(createdAtMs, changedAtMs, settings);
  const shownUsableAtMs = usableAtMs > createdAtMs ? usableAtMs : null;
  const outcome = await deps.methods.bind(
    {
      companyId,
      userId,
      currencyId: currency.id,
      kind: request.kind,
      detailsSealed: deps.sealer.seal(companyId, userId, text),
      detailsIndex,
      clientId: request.clientId,
      createdAtMs,
      usableAtMs,
      message: (methodId) =>
        deps.methodMessages.bound(user, { company, method, methodId, usableAtMs: shownUsableAtMs, language }),
    },
    methodsMax,
  );
  if (outcome.kind === 'bound') deps.wakeMessages(companyId);
  return requireBound(outcome);
}

/** Returns the method already bound under the client id. Refuses `idempotencyConflict`. */
async function findBound(
  { methods }: BindDeps,
  { companyId, id: userId }: UserRecord,
  { clientId }: BindRequest,
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

type RemoveDeps = Pick<FundsDeps, 'clock' | 'core' | 'methods' | 'sealer' | 'methodMessages' | 'wakeMessages'>;

/** Company and language of the notice. */
export type NoticeContext = Pick<MethodNotice, 'company' | 'language'>;

/**
 * Unbinds a method and notifies its owner, who may not be the caller; past payouts keep naming it (R-FND-30, R-FND-49).
 * Refuses methodInUse, methodNotFound.
 */
export async function removeMethod(
  deps: RemoveDeps,
  user: UserRecord,
  methodId: number,
  context: NoticeContext,
): Promise<void> {
  const { companyId, id: userId, accountId } = user;
  const unfinished = await findFundsRequests(deps.core, accountId);
  if (unfinished.some((funds) => funds.kind === 'withdrawal' && funds.methodId === methodId))
    throw new FundsRefusal('methodInUse');
  const method = await deps.methods.find(companyId, userId, methodId);
  if (method === null) throw new FundsRefusal('methodNotFound');
  const name = methodName(method.currency, readDetails(deps.sealer, companyId, method));
  const message = deps.methodMessages.removed(user, { ...context, method: name });
  const isRemoved = await deps.methods.remove(companyId, userId, methodId, { atMs: deps.clock.nowMs(), message });
  if (!isRemoved) throw new FundsRefusal('methodNotFound');
  deps.wakeMessages(companyId);
}

type HoldDeps = Pick<FundsDeps, 'credentials' | 'currencies'>;
type Hold = Pick<FundsSettings, 'methodHoldHours' | 'freezeHours'>;

const hourMs = 3_600_000;

/**
 * Returns when a method bound now becomes usable: the hold starts after any freeze for changed credentials (R-FND-38).
 */
function usableFrom(nowMs: number, changedAtMs: number | null, { methodHoldHours, freezeHours }: Hold): number {
  const frozenUntilMs = changedAtMs === null ? nowMs : changedAtMs + freezeHours * hourMs;
  return Math.max(nowMs, frozenUntilMs) + methodHoldHours * hourMs;
}

/**
 * Returns until when a pending withdrawal is held under the current credentials: by a freeze, or by its method's hold,
 * which a change of credentials restarts (R-FND-48). Undefined if not held.
 */
export async function heldUntilOf(
  deps: HoldDeps,
  companyId: CompanyId,
  { status, accountId, heldUntilMs }: WithdrawalRecord,
  method: PayoutMethodRecord | undefined,
): Promise<number | undefined> {
  if (status !== 'requested' && status !== 'approved') return heldUntilMs;
  const changedAtMs = await deps.credentials.changedAtMs(companyId, accountId);
  if (changedAtMs === null) return heldUntilMs;
  const settings = await fundsSettingsOf(deps.currencies, companyId);
  const usableAtMs = method === undefined ? 0 : usableTime(method, changedAtMs, settings);
  return Math.max(heldUntilMs ?? 0, changedAtMs + settings.freezeHours * hourMs, usableAtMs);
}

/** Returns the methods with their usable times; credentials changed during a hold restart it after their freeze. */
export async function withUsableTimes(
  { credentials, currencies }: HoldDeps,
  { companyId, id }: UserRecord,
  methods: readonly PayoutMethodRecord[],
): Promise<PayoutMethodRecord[]> {
  const changedAtMs = await credentials.changedAtMs(companyId, id);
  const settings = await fundsSettingsOf(currencies, companyId);
  return methods.map((method) =>
    changedAtMs === null ? method : { ...method, usableAtMs: usableTime(method, changedAtMs, settings) },
  );
}

function usableTime({ createdAtMs, usableAtMs }: PayoutMethodRecord, changedAtMs: number, settings: Hold): number {
  if (changedAtMs < createdAtMs || changedAtMs >= usableAtMs) return usableAtMs;
  return Math.max(usableAtMs, usableFrom(changedAtMs, changedAtMs, settings));
}

/** Destination of a payout method. Bank fields are empty for coins and vice versa. */
export interface MethodDetails {
  readonly address: string;
  readonly bankName: string;
  readonly bankAddress: string;
  readonly bankSwift: string;
  readonly payeeName: string;
  readonly payeeAccount: string;
}

export const noDetails: MethodDetails = {
  address: '',
  bankName: '',
  bankAddress: '',
  bankSwift: '',
  payeeName: '',
  payeeAccount: '',
};

/** Returns a coin address in canonical form. Refuses `addressInvalid`. */
function requireCoinDetails(protocol: string, given: MethodDetails): MethodDetails {
  const address = toCoinAddress(protocol, given.address);
  if (address === null) throw new FundsRefusal('addressInvalid', { field: 'coinAddress' });
  return { ...noDetails, address };
}

/** Returns a normalized bank account. Refuses `invalidField`, naming the field. */
function requireBankDetails(given: MethodDetails): MethodDetails {
  if (given.bankName === '') throw new FundsRefusal('invalidField', { field: 'bankName' });
  if (given.payeeName === '') throw new FundsRefusal('invalidField', { field: 'payeeName' });
  const bankSwift = toSwift(given.bankSwift);
  if (bankSwift === null) throw new FundsRefusal('invalidField', { field: 'bankSwift' });
  const payeeAccount = toPayeeAccount(given.payeeAccount);
  if (payeeAccount === null) throw new FundsRefusal('invalidField', { field: 'payeeAccount' });
  return { ...given, address: '', bankSwift, payeeAccount };
}

/** Serializes the details with their currency in a fixed order, for sealing and hashing. */
function writeDetails(currencyId: number, details: MethodDetails): string {
  const { address, bankName, bankAddress, bankSwift, payeeName, payeeAccount } = details;
  return JSON.stringify([currencyId, address, bankName, bankAddress, bankSwift, payeeName, payeeAccount]);
}

/** Returns empty details once erased. */
export function readDetails(sealer: DetailsSealer, companyId: CompanyId, method: PayoutMethodRecord): MethodDetails {
  if (method.detailsSealed === null) return noDetails;
  const text = sealer.open(companyId, method.userId, method.detailsSealed);
  const [, address, bankName, bankAddress, bankSwift, payeeName, payeeAccount] = JSON.parse(text) as [
    number,
    ...(readonly [string, string, string, string, string, string]),
  ];
  return { address, bankName, bankAddress, bankSwift, payeeName, payeeAccount };
}

/** Returns the keyed hash of the current details; if it differs from a withdrawal's, the destination was changed. */
export function methodHashOf(sealer: DetailsSealer, companyId: CompanyId, method: PayoutMethodRecord): string | null {
  if (method.detailsSealed === null) return null;
  return sealer.indexOf(companyId, sealer.open(companyId, method.userId, method.detailsSealed)).toString('base64url');
}

const shownLetters = 4;

/** Masks a destination, e.g. `TR7N••••Lj6t`. */
export function maskDestination(text: string): string {
  if (text.length <= 2 * shownLetters) return text === '' ? '' : `••••${text.slice(-2)}`;
  return `${text.slice(0, shownLetters)}••••${text.slice(-shownLetters)}`;
}

/** Returns currency, network and masked destination, for messages to the owner. */
export function methodName(
  { kind, code, protocol }: Pick<PayoutCurrencyTerms, 'kind' | 'code' | 'protocol'>,
  { address, payeeAccount }: MethodDetails,
): string {
  const where = maskDestination(kind === 'coin' ? address : payeeAccount);
  return [code, protocol, where].filter((part) => part !== '').join(' ');
}
