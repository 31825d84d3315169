let note: string | null = null;

/** Why one was signed out, for the sign-in page to say until somebody signs in. */
export function leaveSignedOutNote(text: string): void {
  note = text;
}

export function signedOutNote(): string | null {
  return note;
}

export function forgetSignedOutNote(): void {
  note = null;
}
