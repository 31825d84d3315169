import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { PasskeyRecord } from '../../ports/credentials.ts';

/** The requesting page; a passkey is bound to its host and signs its origin. */
export interface Page {
  /** Host without port. */
  readonly rpId: string;
  readonly origin: string;
}

type Answer = Readonly<Record<string, unknown>>;

/** Returns the WebAuthn options to sign with one of the user's passkeys. */
export function passkeyRequest(passkeys: readonly PasskeyRecord[], page: Page) {
  return generateAuthenticationOptions({
    rpID: page.rpId,
    allowCredentials: passkeys.filter(({ rpId }) => rpId === page.rpId).map(toDescriptor),
    userVerification: 'preferred',
  });
}

/** Returns the WebAuthn options to create a passkey. */
export function passkeyCreation(
  passkeys: readonly PasskeyRecord[],
  page: Page,
  names: { readonly company: string; readonly account: string; readonly userId: Uint8Array<ArrayBuffer> },
) {
  return generateRegistrationOptions({
    rpName: names.company,
    rpID: page.rpId,
    userName: names.account,
    userID: names.userId,
    attestationType: 'none',
    excludeCredentials: passkeys.filter(({ rpId }) => rpId === page.rpId).map(toDescriptor),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
}

export interface GivenAnswer {
  readonly challenge: string;
  readonly page: Page;
  readonly answer: Answer;
}

/** Returns the passkey that signed the challenge and its new counter; null if none did. */
export async function verifyPasskey(
  passkeys: readonly PasskeyRecord[],
  { challenge, page, answer }: GivenAnswer,
): Promise<{ id: string; counter: number } | null> {
  const passkey = passkeys.find(({ id, rpId }) => id === answer['id'] && rpId === page.rpId);
  if (passkey === undefined) return null;
  const { id, counter } = passkey;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: page.origin,
      expectedRPID: page.rpId,
      credential: { id, publicKey: Uint8Array.from(passkey.publicKey), counter },
      requireUserVerification: false,
    });
    return verified ? { id, counter: authenticationInfo.newCounter } : null;
  } catch {
    // The library throws on any malformed answer, and answers come from outside.
    return null;
  }
}

/** Returns the passkey created for the challenge; null if invalid. */
export async function verifyNewPasskey(
  { challenge, page, answer }: GivenAnswer,
  made: { readonly name: string; readonly atMs: number },
): Promise<PasskeyRecord | null> {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: answer as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: page.origin,
      expectedRPID: page.rpId,
      requireUserVerification: false,
    });
    if (!verified) return null;
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    return {
      id,
      rpId: page.rpId,
      publicKey: Buffer.from(publicKey),
      counter,
      transports: transports.map(String).slice(0, 8),
      name: made.name,
      createdAtMs: made.atMs,
      lastUsedAtMs: null,
    };
  } catch {
    return null;
  }
}

function toDescriptor({ id, transports }: PasskeyRecord) {
  return { id, transports: transports as AuthenticatorTransport[] };
}
