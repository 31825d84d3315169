import { createHash } from 'node:crypto';
import type { OpenAccount } from '@candor/domain/engine/command';
import type { Clock } from '../../ports/clock.ts';
import type { CompanyRecord } from '../../ports/company.ts';
import type { IdentityStore, UserRecord } from '../../ports/identity.ts';
import type { Ids } from '../../ports/secrets.ts';
import type { DemoLimit } from './demo-limit.ts';
import { IdentityRefusal } from './refusal.ts';
import type { Tokens } from './tokens.ts';

const attemptsMax = 5;
const uidDigits = 8;
const inviteDigits = 9;

/** Opens the trading account of a user; resolves to false when the core cannot take it now. */
export type OpenTradingAccount = (command: OpenAccount) => Promise<boolean>;

/**
 * The demo of a device: found again by the device's random id, made on first use with the company's practice balance
 * (R-SES-05). Refuses `demoLimitReached`, `accountDisabled`. Null when the trading core cannot take a new account now; trying again later is safe.
 */
export async function openDemo(
  deps: {
    readonly store: IdentityStore;
    readonly tokens: Tokens;
    readonly clock: Clock;
    readonly ids: Ids;
    readonly openTradingAccount: OpenTradingAccount;
    readonly limit: DemoLimit;
  },
  company: CompanyRecord,
  request: { readonly demoId: string; readonly userAgent: string; readonly address: string },
): Promise<{ user: UserRecord; token: string } | null> {
  const deviceHash = createHash('sha256').update(request.demoId.toLowerCase()).digest();
  let user = await deps.store.findDemo(company.id, deviceHash);
  if (user === null) {
    deps.limit.take(company.id, request.address);
    user = await createDemo(deps, company, deviceHash);
  }
  if (user.isDisabled) throw new IdentityRefusal('accountDisabled');
  // Also for a known user: the process may have died between the two steps.
  const isOpen = await deps.openTradingAccount({
    type: 'OpenAccount',
    atMs: deps.clock.nowMs(),
    accountId: user.accountId,
    tenantId: company.id,
    realm: 'demo',
    currency: user.currency,
    grant: company.demoBalance,
  });
  if (!isOpen) return null;
  return { user, token: await deps.tokens.issue(user, request.userAgent) };
}

async function createDemo(
  deps: { readonly store: IdentityStore; readonly clock: Clock; readonly ids: Ids },
  company: CompanyRecord,
  deviceHash: Buffer,
): Promise<UserRecord> {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const user = await deps.store.createUser({
      companyId: company.id,
      uid: deps.ids.digits(uidDigits),
      isDemo: true,
      demoDeviceHash: deviceHash,
      currency: 'USD',
      inviteCode: deps.ids.digits(inviteDigits),
      createdAtMs: deps.clock.nowMs(),
    });
    // Taken: by the same device a moment ago, or by chance the same number.
    const found = user ?? (await deps.store.findDemo(company.id, deviceHash));
    if (found !== null) return found;
  }
  throw new Error(`Invariant: a free account number is found within ${attemptsMax} attempts`);
}
