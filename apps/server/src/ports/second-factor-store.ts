import type { TenantId } from '@candor/domain/values/ids';
import type { NewMessage } from './outbox-store.ts';

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
