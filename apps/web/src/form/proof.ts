/** Second proofs that are typed, as opposed to a passkey. */
export type TypedProof = 'totp' | 'recovery';

/** Proof as it is sent: without the spaces that group its digits or letters. */
export function toProofText(typed: string): string {
  return typed.replace(/\s/g, '');
}

/** Returns what is wrong with a typed proof; null if it may be sent. */
export function findProofFault(kind: TypedProof, typed: string): 'empty' | 'malformed' | null {
  const text = toProofText(typed);
  if (text === '') return 'empty';
  return (kind === 'totp' ? /^\d{6}$/ : /^[A-Za-z0-9-]{8,32}$/).test(text) ? null : 'malformed';
}
