import type { Clock } from '../../ports/clock.ts';
import type { CredentialStore, SecondFactorStore } from '../../ports/credentials.ts';
import type { WorkProofs } from '../../ports/guards.ts';
import type { IdentityStore } from '../../ports/identity.ts';
import type { Ids, PasswordHasher, Secrets } from '../../ports/secrets.ts';
import type { SignInRecorder } from '../../ports/sign-ins.ts';
import type { AreaDirectory } from './account-name.ts';
import type { Captchas } from './captchas.ts';
import type { OpenTradingAccount } from './demos.ts';
import type { TrustedDevices } from './devices.ts';
import type { Guard } from './guard.ts';
import type { MessageWriter } from './messages.ts';
import type { Tokens } from './tokens.ts';

/** Dependencies of identity's use cases; each takes a subset. */
export interface IdentityDeps {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly store: IdentityStore;
  readonly credentials: CredentialStore;
  readonly factors: SecondFactorStore;
  readonly hasher: PasswordHasher;
  readonly secrets: Secrets;
  readonly captchas: Captchas;
  readonly guard: Guard;
  readonly devices: TrustedDevices;
  readonly work: WorkProofs;
  readonly tokens: Tokens;
  readonly areas: AreaDirectory;
  readonly messages: MessageWriter;
  readonly openTradingAccount: OpenTradingAccount;
  readonly signIns: SignInRecorder;
}
