/** A name in three parts, of which the middle one is what was searched for; it is empty where the name is found otherwise. */
export function splitMatch(name: string, searched: string): readonly [before: string, match: string, after: string] {
  const at = fold(name).indexOf(fold(searched));
  // Letters whose lower case is longer than they are would shift what stands after them.
  if (searched === '' || at < 0 || fold(name).length !== name.length) return [name, '', ''];
  return [name.slice(0, at), name.slice(at, at + searched.length), name.slice(at + searched.length)];
}

function fold(text: string): string {
  return text.toLowerCase();
}
