import { Secret, TOTP } from 'otpauth';
import type { Clock } from '../../ports/clock.ts';
import type { TotpStep } from '../../ports/credentials.ts';
import type { Secrets } from '../../ports/secrets.ts';

const periodS = 30;
/** Tolerated clock difference in steps. */
const stepsAround = 1;
const secretBytes = 20;

/** Creates an authenticator secret (RFC 6238: SHA-1, six digits, 30 s) and its sealed form. */
export function createTotp(
  secrets: Secrets,
  place: string,
  labels: { readonly issuer: string; readonly account: string },
): { secret: string; uri: string; sealed: Buffer } {
  const secret = new Secret({ size: secretBytes });
  const totp = toTotp(secret, labels.issuer, labels.account);
  const sealed = secrets.seal(place, Buffer.from(secret.bytes));
  return { secret: secret.base32, uri: totp.toString(), sealed };
}

/**
 * Returns a code's time step; null if it is not current. After a step of the wall clock, codes of either time are
 * accepted (R-TIME-08).
 */
export function totpStepOf(
  secrets: Secrets,
  place: string,
  sealed: Buffer,
  code: string,
  clock: Pick<Clock, 'nowMs' | 'wallMs'>,
): TotpStep | null {
  const bytes = secrets.unseal(place, sealed);
  const totp = toTotp(new Secret({ buffer: Uint8Array.from(bytes).buffer }), '', '');
  const nowMs = clock.nowMs();
  const times = [nowMs, clock.wallMs?.() ?? nowMs];
  const newest = stepAt(Math.max(...times)) + stepsAround;
  for (const timestamp of times) {
    const delta = totp.validate({ token: code, timestamp, window: stepsAround });
    if (delta !== null) return { step: stepAt(timestamp) + delta, newest };
  }
  return null;
}

function stepAt(timeMs: number): number {
  return Math.floor(timeMs / 1_000 / periodS);
}

function toTotp(secret: Secret, issuer: string, label: string): TOTP {
  return new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period: periodS, secret });
}
