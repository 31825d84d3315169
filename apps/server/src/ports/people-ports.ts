import type { TenantId } from '@candor/domain/values/ids';
import type { CaptchaPainter } from './captcha-painter.ts';
import type { CredentialStore } from './credential-store.ts';
import type { MessageChannels } from './message-channel.ts';
import type { OutboxStore, SmsLimits } from './outbox-store.ts';
import type { PasswordHasher } from './password-hasher.ts';
import type { OpenRateCounts } from './rate-counts.ts';
import type { SecondFactorStore } from './second-factor-store.ts';
import type { Secrets } from './secrets.ts';
import type { SignInLog } from './sign-in-log.ts';
import type { SmsUseStore } from './sms-use-store.ts';

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
