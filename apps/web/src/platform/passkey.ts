import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

type Json = Readonly<Record<string, unknown>>;

/** True if the page is secure and the browser supports passkeys. */
export function canUsePasskeys(): boolean {
  return window.isSecureContext && 'PublicKeyCredential' in window;
}

/** Asks the device for an existing passkey. Null if the user cancelled or no passkey fits. */
export async function askForPasskey(options: Json): Promise<Json | null> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return answerOf(() => startAuthentication({ optionsJSON }));
}

/** Asks the device to create a passkey. Null if the user cancelled or the device already has one for this account. */
export async function makePasskey(options: Json): Promise<Json | null> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return answerOf(() => startRegistration({ optionsJSON }));
}

async function answerOf(ask: () => Promise<object>): Promise<Json | null> {
  try {
    return (await ask()) as Json;
  } catch (error) {
    // Nothing was sent, and the user saw the reason on the device.
    if (error instanceof Error && /^(NotAllowed|Abort|InvalidState)Error$/.test(error.name)) return null;
    throw error;
  }
}
