/** Separator of digit groups: with a plain space, right-to-left texts would reverse the groups of one number. */
export const groupSpace = '\u00a0';

/** Groups an account number: "10 482 917". Demo numbers stay as they are. */
export function uidText(uid: string): string {
  return /^\d+$/.test(uid) ? uid.replace(/\B(?=(?:\d{3})+$)/g, groupSpace) : uid;
}
