let note: string | null = null;

/** Keeps the reason of a sign-out, which the sign-in page shows until somebody signs in. */
export function leaveSignedOutNote(text: string): void {
  note = text;
}

export function signedOutNote(): string | null {
  return note;
}

export function forgetSignedOutNote(): void {
  note = null;
}
