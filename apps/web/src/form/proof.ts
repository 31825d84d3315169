/** What proves a second time who is there, besides a passkey. */
export type TypedProof = 'totp' | 'recovery';

/** As it is sent: digits and letters without the spaces that apps and people group them by. */
export function toProofText(typed: string): string {
  return typed.replace(/\s/g, '');
}

/** Before anything is sent: nothing typed, or nothing that could be such a code. */
export function findProofFault(kind: TypedProof, typed: string): 'empty' | 'malformed' | null {
  const text = toProofText(typed);
  if (text === '') return 'empty';
  return (kind === 'totp' ? /^\d{6}$/ : /^[A-Za-z0-9-]{8,32}$/).test(text) ? null : 'malformed';
}
