import type { TenantId } from '@candor/domain/values/ids';
import type { CredentialStore, SecondFactorStore } from './credentials.ts';
import type { CaptchaPainter, OpenRateCounts } from './guards.ts';
import type { MessageChannels, OutboxStore, SmsLimits, SmsUseStore } from './messages.ts';
import type { PasswordHasher, Secrets } from './secrets.ts';
import type { SignInLog } from './sign-ins.ts';

/** Ports for credentials, second factors, outbox and the record of sign-ins. */
export interface PeoplePorts {
  readonly credentials: CredentialStore;
  readonly factors: SecondFactorStore;
  readonly outbox: OutboxStore;
  readonly hasher: PasswordHasher;
  /** A queue apart from that of traders. */
  readonly operatorHasher: PasswordHasher;
  readonly openRates: OpenRateCounts;
  readonly secrets: Secrets;
  readonly captchaPainter: CaptchaPainter;
  readonly channels: MessageChannels;
  readonly signInLog: SignInLog;
  readonly smsLimits: SmsLimits;
  readonly smsUse: SmsUseStore;
  /** Channels of companies whose messages do not go out. */
  readonly keptChannels?: ReadonlyMap<TenantId, MessageChannels>;
}
