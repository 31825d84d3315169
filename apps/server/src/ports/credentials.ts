import type { TenantId } from '@candor/domain/values/ids';
import type { UserRecord } from './identity.ts';
import type { NewMessage } from './messages.ts';

/** How an account is known: one form however it was typed. */
export interface AccountName {
  readonly kind: 'email' | 'mobile';
  readonly value: string;
}

export interface KnownAccount {
  readonly user: UserRecord;
  readonly passwordHash: string;
}

/** What a code is for: 1 registering, 2 resetting or changing a password. */
export type CodePurpose = 1 | 2;

/** Names the codes of an account for a purpose; `accountKey` is a keyed hash of the account's name. */
export interface CodeKey {
  readonly companyId: TenantId;
  readonly purpose: CodePurpose;
  readonly accountKey: Buffer;
}

/** Who asks for a code, as a keyed hash of his device, where it has logged in to the account, else of his network. */
export interface CodeRequester {
  readonly key: Buffer;
  readonly isDevice: boolean;
}

export interface NewCode extends CodeKey {
  readonly requester: CodeRequester;
  /** Hash of the ticket that the code belongs to. */
  readonly ticketHash: Buffer;
  readonly codeHash: Buffer;
  readonly sentAtMs: number;
  readonly expiresAtMs: number;
  /** Whether the pause since the requester's last code has been paid for. */
  readonly isPausePaid: boolean;
}

/** A code as it was typed, and whose it is: the ticket's, or, from a client that sends none, the requesters'. */
export interface GivenCode extends CodeKey {
  readonly codeHash: Buffer;
  readonly ticketHash: Buffer | null;
  /** Keys of the device and of the network that it comes from. */
  readonly requesterKeys: readonly Buffer[];
}

/** Codes for an account and a purpose in an hour: to one of its own devices, and to all strangers together. */
export const codeSendsMax = { device: 15, strangers: 60 } as const;

/** Codes sent for an account and a purpose within the last hour. */
export interface RecentSends {
  readonly ofRequester: number;
  /** Of all that asked on no device of the account's. */
  readonly ofStrangers: number;
  /** How long until the requester's pause since his last code ends; 0 when it has. */
  readonly pauseMs: number;
  /** How long until the oldest of those that count against this requester is an hour old; 0 without any. */
  readonly oldestLeftMs: number;
}

/** A client's own id of what it asks, and a keyed hash of all that it asks. */
export interface ClientRequest {
  readonly accountKey: Buffer;
  readonly clientId: string;
  readonly bodyHash: Buffer;
}

export interface NewAccount {
  readonly companyId: TenantId;
  readonly name: AccountName;
  readonly passwordHash: string;
  readonly currency: string;
  readonly invitedBy: number | null;
  readonly language: string;
  readonly createdAtMs: number;
  /** Tried one after the other until one is free. */
  readonly numbers: readonly { readonly uid: string; readonly inviteCode: string }[];
  /** Used up with the registration; null where a captcha stood in for it. */
  readonly code: GivenCode | null;
  readonly request: ClientRequest | null;
}

export interface NewPassword {
  readonly companyId: TenantId;
  readonly userId: number;
  readonly passwordHash: string;
  readonly atMs: number;
  /** Used up with the change; null where the old password stood in for it. */
  readonly code: GivenCode | null;
  readonly message: NewMessage;
  /** Lives on; all others end. */
  readonly keptSessionId: string | null;
  readonly request: ClientRequest | null;
}

/** A registration answered before, by the state its user and its session are in now. */
export interface EarlierRegistration {
  readonly user: UserRecord;
  readonly answeredAtMs: number;
  /** True while neither password nor second factor has been changed since. */
  readonly areCredentialsUnchanged: boolean;
  readonly hasSignedIn: boolean;
  /** The session handed out last for this request; null before the first. */
  readonly sessionId: string | null;
  readonly isSessionAlive: boolean;
}

/** `again`: the same request had been answered; `conflict`: another one, under the same id. */
export type RegisterOutcome =
  | { readonly kind: 'done'; readonly user: UserRecord }
  | { readonly kind: 'again' }
  | { readonly kind: 'code' }
  | { readonly kind: 'taken' }
  | { readonly kind: 'conflict' };

export type PasswordOutcome =
  | { readonly kind: 'done'; readonly endedSessionIds: string[] }
  | { readonly kind: 'again' }
  | { readonly kind: 'code' }
  | { readonly kind: 'conflict' };

export type PutCode =
  | { readonly kind: 'stored' }
  | { readonly kind: 'too-soon'; readonly waitMs: number }
  | { readonly kind: 'no-sms' };

export interface CredentialStore {
  findAccount(companyId: TenantId, name: AccountName): Promise<KnownAccount | null>;
  passwordHashOf(companyId: TenantId, userId: number): Promise<string | null>;
  /** When password or second factor were last changed; null for never since he registered. */
  changedAtMs(companyId: TenantId, userId: number): Promise<number | null>;
  findInviter(companyId: TenantId, inviteCode: string): Promise<number | null>;
  recentSends(key: CodeKey, requester: CodeRequester, nowMs: number): Promise<RecentSends>;
  /**
   * Stores a code with its message beside those that others asked for, unless the requester's last was sent a moment
   * ago or too many were, or the day's SMS are used up: then nothing is stored.
   */
  putCode(code: NewCode, message: NewMessage): Promise<PutCode>;
  /** Whether the code is right; a wrong one costs a try of what the ticket, or the requester, was sent. */
  tryCode(code: GivenCode, nowMs: number): Promise<boolean>;
  /** Whether a client's id was answered before: `again` for the same request, `conflict` for another. */
  findAnswer(companyId: TenantId, request: ClientRequest): Promise<'again' | 'conflict' | null>;
  /** The registration answered under a client's id; `conflict` when that id was used for another request. */
  findRegistration(companyId: TenantId, request: ClientRequest): Promise<EarlierRegistration | 'conflict' | null>;
  /**
   * Makes a session the one session of a registration, in place of `expected`, which ends. False when that one is
   * another or has ended, the user is disabled, or the credentials have changed.
   */
  bindSession(
    companyId: TenantId,
    request: ClientRequest,
    session: { readonly sessionId: string; readonly expected: string | null },
  ): Promise<boolean>;
  /** User, password and used-up code at once, or nothing. */
  register(account: NewAccount): Promise<RegisterOutcome>;
  /** Password, used-up code, message and ended sessions at once, or nothing. */
  replacePassword(password: NewPassword): Promise<PasswordOutcome>;
}

export interface UserKey {
  readonly companyId: TenantId;
  readonly userId: number;
}

/** The time step of a code, and the newest that a code of now may have. */
export interface TotpStep {
  readonly step: number;
  readonly newest: number;
}

export interface TotpRecord {
  readonly sealed: Buffer;
  readonly isConfirmed: boolean;
}

export interface PasskeyRecord {
  /** The credential's id as base64url. */
  readonly id: string;
  /** The host it was made for, and works on. */
  readonly rpId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number | null;
}

export interface Factors {
  readonly totp: TotpRecord | null;
  readonly passkeys: readonly PasskeyRecord[];
  readonly recoveryLeft: number;
}

/** Something asked of a user that he answers in a later call: the second factor of a login, or a passkey's signature. */
export interface ChallengeRecord extends UserKey {
  readonly keyHash: Buffer;
  /** What the passkey signs. */
  readonly challenge: string;
  readonly rpId: string;
  readonly triesLeft: number;
  readonly expiresAtMs: number;
}

/** What a user has besides the password; a change that lost against another one answers false. */
export interface SecondFactorStore {
  find(user: UserKey): Promise<Factors>;
  /** A secret not confirmed yet is replaced; false when a confirmed one is there. */
  beginTotp(user: UserKey, sealed: Buffer): Promise<boolean>;
  /** Confirms the secret begun, with codes that replace all there were, if given. */
  confirmTotp(
    user: UserKey,
    done: { readonly step: number; readonly atMs: number; readonly recoveryHashes: readonly Buffer[] | null },
    message: NewMessage,
  ): Promise<boolean>;
  /** Whether `step` is later than every one used before; then it counts as used. */
  useTotpStep(user: UserKey, used: TotpStep): Promise<boolean>;
  useRecoveryCode(user: UserKey, codeHash: Buffer, nowMs: number): Promise<boolean>;
  /** New codes in place of all there were; false without a factor that they could stand in for. */
  renewRecoveryCodes(user: UserKey, recoveryHashes: readonly Buffer[], message: NewMessage): Promise<boolean>;
  /** False when the passkey is known already, or the user has as many as anybody may. */
  addPasskey(
    user: UserKey,
    passkey: PasskeyRecord,
    recoveryHashes: readonly Buffer[] | null,
    message: NewMessage,
  ): Promise<boolean>;
  /** False when the counter has moved past this signature's: somebody else signed with a copy. */
  usePasskey(user: UserKey, id: string, counter: number, nowMs: number): Promise<boolean>;
  /** Without any factor left the recovery codes go too. */
  removeTotp(user: UserKey, message: NewMessage): Promise<boolean>;
  removePasskey(user: UserKey, id: string, message: NewMessage): Promise<boolean>;
  /** Replaces the one of the same key; what has expired goes. */
  putChallenge(challenge: ChallengeRecord, nowMs: number): Promise<void>;
  /** Uses one of its tries; null when there is none, none left, or it has expired. */
  tryChallenge(companyId: TenantId, keyHash: Buffer, nowMs: number): Promise<ChallengeRecord | null>;
  /** True for one caller only. */
  endChallenge(companyId: TenantId, keyHash: Buffer): Promise<boolean>;
}
