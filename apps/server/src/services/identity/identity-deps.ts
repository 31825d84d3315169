import type { Language } from '@candor/contracts/languages';
import type { Clock } from '../../ports/clock.ts';
import type { CompanyRecord } from '../../ports/company.ts';
import type { CredentialStore, SecondFactorStore } from '../../ports/credentials.ts';
import type { WorkProofs } from '../../ports/guards.ts';
import type { IdentityStore } from '../../ports/identity.ts';
import type { Ids, PasswordHasher, Secrets } from '../../ports/secrets.ts';
import type { SignInRecorder } from '../../ports/sign-ins.ts';
import type { AreaBook } from './account-name.ts';
import type { Captchas } from './captchas.ts';
import type { OpenTradingAccount } from './demos.ts';
import type { TrustedDevices } from './devices.ts';
import type { Guard } from './guard.ts';
import type { MessageWriter } from './messages.ts';
import type { Tokens } from './tokens.ts';

/** Who asks, as far as the connection tells. */
export interface Caller {
  readonly company: CompanyRecord;
  /** Of version 4, or the /64 of version 6: what one customer has. */
  readonly address: string;
  readonly userAgent: string;
  /** Answer to a proof of work, as it came; null without one. */
  readonly work: string | null;
  /** Word that a login gave this device, as it came; null without one. */
  readonly device: string | null;
  readonly language: Language;
  /** Countries that the company does not serve. */
  readonly blockedCountries: ReadonlySet<string>;
}

/** What identity's use cases are made of; each takes what it needs. */
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
  readonly areas: AreaBook;
  readonly messages: MessageWriter;
  readonly openTradingAccount: OpenTradingAccount;
  readonly signIns: SignInRecorder;
}
