/** Between digits: with a plain space, texts from right to left would show the groups of one number in reverse. */
export const groupSpace = '\u00a0';

/** An account's number as it is read out: "10 482 917". Demo numbers stay as they are. */
export function uidText(uid: string): string {
  return /^\d+$/.test(uid) ? uid.replace(/\B(?=(?:\d{3})+$)/g, groupSpace) : uid;
}
