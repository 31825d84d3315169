import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

type Json = Readonly<Record<string, unknown>>;

/** Passkeys need a secure page and a browser that knows them. */
export function canUsePasskeys(): boolean {
  return window.isSecureContext && 'PublicKeyCredential' in window;
}

/** Asks the device for a passkey it has. Null: the user closed the question, or it has none that fits. */
export async function askForPasskey(options: Json): Promise<Json | null> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return answerOf(() => startAuthentication({ optionsJSON }));
}

/** Asks the device to make a passkey. Null: the user closed the question, or the device has one for this account. */
export async function makePasskey(options: Json): Promise<Json | null> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return answerOf(() => startRegistration({ optionsJSON }));
}

async function answerOf(ask: () => Promise<object>): Promise<Json | null> {
  try {
    return (await ask()) as Json;
  } catch (error) {
    // However it ended on the device, nothing was sent, and the user saw why.
    if (error instanceof Error && /^(NotAllowed|Abort|InvalidState)Error$/.test(error.name)) return null;
    throw error;
  }
}
