import type { Language } from '@candor/contracts/languages';
import type { WithdrawalRecord } from '@candor/domain/engine/funds/funds-record';
import type { TenantId } from '@candor/domain/values/ids';
import type { BindOutcome, FundsSettings, PayoutCurrencyTerms, PayoutMethodRecord } from '../../ports/funds.ts';
import type { UserRecord } from '../../ports/identity.ts';
import { InTurn } from './commands.ts';
import { toCoinAddress, toPayeeAccount, toSwift } from './destinations.ts';
import { type DetailsSealer, type FundsDeps, fundsSettingsOf, type MethodNotice } from './funds-deps.ts';
import { FundsRefusal } from './refusals.ts';

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

type BindDeps = Pick<
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
export function bindMethod(deps: BindDeps, user: UserRecord, asked: MethodAsked): Promise<PayoutMethodRecord> {
  return turns.run(`${user.companyId} ${user.id}`, () => bindNow(deps, user, asked));
}

async function bindNow(deps: BindDeps, user: UserRecord, asked: MethodAsked): Promise<PayoutMethodRecord> {
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
  { methods }: BindDeps,
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

type RemoveDeps = Pick<FundsDeps, 'clock' | 'core' | 'methods' | 'sealer' | 'methodMessages' | 'wakeMessages'>;

/** The company as its users know it, and the language of the message. */
export type Told = Pick<MethodNotice, 'company' | 'language'>;

/**
 * Unbinds a method, and tells its owner, who may not be who asked; what was paid to it keeps naming it (R-FND-30, R-FND-49).
 * Refuses methodInUse, methodNotFound.
 */
export async function removeMethod(deps: RemoveDeps, user: UserRecord, methodId: number, told: Told): Promise<void> {
  const { companyId, id: userId, accountId } = user;
  const unfinished = await deps.core.unfinished(accountId);
  if (unfinished.some((funds) => funds.kind === 'withdrawal' && funds.methodId === methodId))
    throw new FundsRefusal('methodInUse');
  const method = await deps.methods.find(companyId, userId, methodId);
  if (method === null) throw new FundsRefusal('methodNotFound');
  const name = methodName(method.currency, readDetails(deps.sealer, companyId, method));
  const message = deps.methodMessages.removed(user, { ...told, method: name });
  const isRemoved = await deps.methods.remove(companyId, userId, methodId, { atMs: deps.clock.nowMs(), message });
  if (!isRemoved) throw new FundsRefusal('methodNotFound');
  deps.wakeMessages(companyId);
}

type HoldDeps = Pick<FundsDeps, 'credentials' | 'currencies'>;
type Hold = Pick<FundsSettings, 'methodHoldHours' | 'freezeHours'>;

const hourMs = 3_600_000;

/** When a method bound now is paid to: the hold begins once a freeze for changed credentials has ended (R-FND-38). */
export function usableFrom(nowMs: number, changedAtMs: number | null, { methodHoldHours, freezeHours }: Hold): number {
  const frozenUntilMs = changedAtMs === null ? nowMs : changedAtMs + freezeHours * hourMs;
  return Math.max(nowMs, frozenUntilMs) + methodHoldHours * hourMs;
}

/**
 * Until when a withdrawal under way is held, as the credentials stand now: by a freeze, or by its method's hold, which a
 * change during it has begun anew (R-FND-48). Undefined where nothing holds it.
 */
export async function heldUntilOf(
  deps: HoldDeps,
  companyId: TenantId,
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

/** When each bound method is paid to; credentials changed during its hold start the hold anew after their freeze. */
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

/** Where a bound method pays to. Bank fields are empty on coins, and the other way round. */
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

/** A coin's destination in its network's own form. Refuses `addressInvalid`. */
export function requireCoinDetails(protocol: string, given: MethodDetails): MethodDetails {
  const address = toCoinAddress(protocol, given.address);
  if (address === null) throw new FundsRefusal('addressInvalid', { field: 'dc_address' });
  return { ...noDetails, address };
}

/** A bank account in one form. Refuses `invalidField`, naming the field. */
export function requireBankDetails(given: MethodDetails): MethodDetails {
  if (given.bankName === '') throw new FundsRefusal('invalidField', { field: 'bank_name' });
  if (given.payeeName === '') throw new FundsRefusal('invalidField', { field: 'payee_name' });
  const bankSwift = toSwift(given.bankSwift);
  if (bankSwift === null) throw new FundsRefusal('invalidField', { field: 'bank_swift' });
  const payeeAccount = toPayeeAccount(given.payeeAccount);
  if (payeeAccount === null) throw new FundsRefusal('invalidField', { field: 'payee_account' });
  return { ...given, address: '', bankSwift, payeeAccount };
}

/** What is sealed and hashed: the fields in a fixed order, with the currency they are bound to. */
export function writeDetails(currencyId: number, details: MethodDetails): string {
  const { address, bankName, bankAddress, bankSwift, payeeName, payeeAccount } = details;
  return JSON.stringify([currencyId, address, bankName, bankAddress, bankSwift, payeeName, payeeAccount]);
}

/** Empty once they were erased. */
export function readDetails(sealer: DetailsSealer, companyId: TenantId, method: PayoutMethodRecord): MethodDetails {
  if (method.detailsSealed === null) return noDetails;
  const text = sealer.open(companyId, method.userId, method.detailsSealed);
  const [, address, bankName, bankAddress, bankSwift, payeeName, payeeAccount] = JSON.parse(text) as [
    number,
    ...(readonly [string, string, string, string, string, string]),
  ];
  return { address, bankName, bankAddress, bankSwift, payeeName, payeeAccount };
}

/** The keyed hash of what is sealed now: another than the one a withdrawal names, and its destination was changed. */
export function methodHashOf(sealer: DetailsSealer, companyId: TenantId, method: PayoutMethodRecord): string | null {
  if (method.detailsSealed === null) return null;
  return sealer.indexOf(companyId, sealer.open(companyId, method.userId, method.detailsSealed)).toString('base64url');
}

const shownLetters = 4;

/** `TR7N••••Lj6t`: enough to know it by, and no more. */
export function maskDestination(text: string): string {
  if (text.length <= 2 * shownLetters) return text === '' ? '' : `••••${text.slice(-2)}`;
  return `${text.slice(0, shownLetters)}••••${text.slice(-shownLetters)}`;
}

/** Currency, network and masked destination: as its owner reads it in messages. */
export function methodName(
  { kind, code, protocol }: Pick<PayoutCurrencyTerms, 'kind' | 'code' | 'protocol'>,
  { address, payeeAccount }: MethodDetails,
): string {
  const where = maskDestination(kind === 'coin' ? address : payeeAccount);
  return [code, protocol, where].filter((part) => part !== '').join(' ');
}
