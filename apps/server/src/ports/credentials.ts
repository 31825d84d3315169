import type { CompanyId } from '@candor/domain/values/ids';
import type { CredentialMark, SessionKey, UserRecord } from './identity.ts';
import type { NewMessage } from './messages.ts';

/** Normalized name of an account: e-mail address or phone number. */
export interface AccountName {
  readonly kind: 'email' | 'mobile';
  readonly value: string;
}

export interface KnownAccount {
  readonly user: UserRecord;
  readonly passwordHash: string;
  readonly mark: CredentialMark;
}

/** Purpose of a code: 1 registration, 2 reset or change of a password. */
export type CodePurpose = 1 | 2;

/** Key of an account's codes for a purpose; `accountKey` is a keyed hash of the account's name. */
export interface CodeKey {
  readonly companyId: CompanyId;
  readonly purpose: CodePurpose;
  readonly accountKey: Buffer;
}

/** Requester of a code: keyed hash of a device that has signed in to the account before, otherwise of the network. */
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
  /** True if proof of work replaces the pause since the requester's last code. */
  readonly isPausePaid: boolean;
}

/** A typed code with its ticket, or, from clients that send no ticket, the requesters it may have been sent to. */
export interface GivenCode extends CodeKey {
  readonly codeHash: Buffer;
  readonly ticketHash: Buffer | null;
  /** Keys of the device and of its network. */
  readonly requesterKeys: readonly Buffer[];
}

/**
 * Maximum codes per hour for an account and a purpose: to one of the account's devices, and to all other requesters
 * together.
 */
export const codeSendsMax = { device: 15, strangers: 60 } as const;

/** Codes sent for an account and a purpose within the last hour. */
export interface RecentSends {
  readonly ofRequester: number;
  /** Codes requested from devices that are not the account's. */
  readonly ofStrangers: number;
  /** Remaining pause since the requester's last code; 0 if it is over. */
  readonly pauseMs: number;
  /** Time until the oldest code that counts against this requester is an hour old; 0 without any. */
  readonly oldestLeftMs: number;
}

/** Client's idempotency id, and a keyed hash of the whole request. */
export interface ClientRequest {
  readonly accountKey: Buffer;
  readonly clientId: string;
  readonly bodyHash: Buffer;
}

export interface NewAccount {
  readonly companyId: CompanyId;
  readonly name: AccountName;
  readonly passwordHash: string;
  readonly currency: string;
  readonly invitedBy: number | null;
  readonly language: string;
  readonly createdAtMs: number;
  /** Candidates, tried in order until one is free. */
  readonly numbers: readonly { readonly uid: string; readonly inviteCode: string }[];
  /** Consumed by the registration; null if a captcha replaced it. */
  readonly code: GivenCode | null;
  readonly request: ClientRequest | null;
}

export interface NewPassword {
  readonly companyId: CompanyId;
  readonly userId: number;
  readonly passwordHash: string;
  readonly atMs: number;
  /** Consumed by the change; null if the old password replaced it. */
  readonly code: GivenCode | null;
  /** Credentials that proved the change; null if the code alone did. */
  readonly expected: CredentialMark | null;
  readonly message: NewMessage;
  /** Session that changes it and stays, all others end; null for a reset. */
  readonly keptSessionId: string | null;
  readonly request: ClientRequest | null;
}

/** An earlier answered registration, with the current state of its user and session. */
export interface EarlierRegistration {
  readonly user: UserRecord;
  readonly answeredAtMs: number;
  /** True if neither the password nor a second factor has changed since. */
  readonly areCredentialsUnchanged: boolean;
  readonly hasSignedIn: boolean;
  /** Session last issued for this request; null before the first. */
  readonly sessionId: string | null;
  readonly isSessionAlive: boolean;
}

/** `again`: the same request was answered before; `conflict`: another request used the same id. */
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
  /** The credentials that proved the change have changed meanwhile. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'conflict' };

export type PutCode =
  | { readonly kind: 'stored' }
  | { readonly kind: 'too-soon'; readonly waitMs: number }
  | { readonly kind: 'no-sms' };

export interface CredentialStore {
  findAccount(companyId: CompanyId, name: AccountName): Promise<KnownAccount | null>;
  markOf(companyId: CompanyId, userId: number): Promise<CredentialMark>;
  /** Time of the last change of password or second factor; null if unchanged since registration. */
  changedAtMs(companyId: CompanyId, userId: number): Promise<number | null>;
  findInviter(companyId: CompanyId, inviteCode: string): Promise<number | null>;
  recentSends(key: CodeKey, requester: CodeRequester, nowMs: number): Promise<RecentSends>;
  /**
   * Stores a code and its message, unless the requester's pause has not ended, too many codes were sent, or the day's
   * SMS are used up. Codes of other requesters stay valid.
   */
  putCode(code: NewCode, message: NewMessage): Promise<PutCode>;
  /** True if the code is correct; a wrong one uses up a try of the ticket's or the requester's codes. */
  tryCode(code: GivenCode, nowMs: number): Promise<boolean>;
  /** Returns `again` if the client's id was used for the same request, `conflict` if for another one. */
  findAnswer(companyId: CompanyId, request: ClientRequest): Promise<'again' | 'conflict' | null>;
  /** Returns the registration answered under a client's id; `conflict` if the id was used for another request. */
  findRegistration(companyId: CompanyId, request: ClientRequest): Promise<EarlierRegistration | 'conflict' | null>;
  /**
   * Makes a session the only one of a registration, replacing `expected`, which ends. False if another session is
   * current or it has ended, the user is disabled, or the credentials have changed.
   */
  bindSession(
    companyId: CompanyId,
    request: ClientRequest,
    session: { readonly sessionId: string; readonly expected: string | null },
  ): Promise<boolean>;
  /** Stores the user and password and consumes the code in one transaction. */
  register(account: NewAccount): Promise<RegisterOutcome>;
  /**
   * Stores the password and message, consumes the code and ends sessions in one transaction. Throws SessionEndedError if
   * the kept session has ended.
   */
  replacePassword(password: NewPassword): Promise<PasswordOutcome>;
}

export interface UserKey {
  readonly companyId: CompanyId;
  readonly userId: number;
}

/** Time step of a code, and the newest step that is valid now. */
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
  /** Host that the passkey was created for and is valid on. */
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

/** A challenge that the user answers in a later call: second factor of a sign-in, or a passkey's signature. */
export interface ChallengeRecord extends UserKey {
  readonly keyHash: Buffer;
  /** Text that the passkey signs. */
  readonly challenge: string;
  readonly rpId: string;
  readonly triesLeft: number;
  readonly expiresAtMs: number;
}

/**
 * Second factors of users; a change that loses against a concurrent one returns false. A change by a session is made
 * only while the session lives, and throws SessionEndedError otherwise (R-SES-40).
 */
export interface SecondFactorStore {
  find(user: UserKey): Promise<Factors>;
  /** Replaces an unconfirmed secret; false if a confirmed one exists. */
  beginTotp(user: SessionKey, sealed: Buffer): Promise<boolean>;
  /** Confirms the unconfirmed secret `sealed`; replaces all recovery codes if new ones are given. */
  confirmTotp(
    user: SessionKey,
    done: {
      readonly sealed: Buffer;
      readonly step: number;
      readonly atMs: number;
      readonly recoveryHashes: readonly Buffer[] | null;
    },
    message: NewMessage,
  ): Promise<boolean>;
  /** True if `step` is later than every step used before; marks it as used. */
  useTotpStep(user: UserKey, used: TotpStep): Promise<boolean>;
  useRecoveryCode(user: UserKey, codeHash: Buffer, nowMs: number): Promise<boolean>;
  /** Replaces all recovery codes; false for a user without a second factor. */
  renewRecoveryCodes(user: SessionKey, recoveryHashes: readonly Buffer[], message: NewMessage): Promise<boolean>;
  /** False if the passkey exists already or the user has the maximum number. */
  addPasskey(
    user: SessionKey,
    passkey: PasskeyRecord,
    recoveryHashes: readonly Buffer[] | null,
    message: NewMessage,
  ): Promise<boolean>;
  /** False if the stored counter is higher than the signature's: a copy of the passkey has signed. */
  usePasskey(user: UserKey, id: string, counter: number, nowMs: number): Promise<boolean>;
  /** Removes the recovery codes too if no factor is left. */
  removeTotp(user: SessionKey, message: NewMessage): Promise<boolean>;
  removePasskey(user: SessionKey, id: string, message: NewMessage): Promise<boolean>;
  /**
   * Replaces the challenge with the same key; deletes expired ones. False if the credentials are not `expected` any more;
   * null expects nothing.
   */
  putChallenge(challenge: ChallengeRecord, expected: CredentialMark | null): Promise<boolean>;
  /** Uses up one try; null if the challenge does not exist, has no tries left or has expired. */
  tryChallenge(companyId: CompanyId, keyHash: Buffer, nowMs: number): Promise<ChallengeRecord | null>;
  /** True for one caller only. */
  endChallenge(companyId: CompanyId, keyHash: Buffer): Promise<boolean>;
}
