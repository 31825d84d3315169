/** Splits a name around the searched letters; the middle part is empty if the name does not contain them. */
export function splitMatch(name: string, searched: string): readonly [before: string, match: string, after: string] {
  const at = fold(name).indexOf(fold(searched));
  // Letters with a longer lower case would shift the positions after them.
  if (searched === '' || at < 0 || fold(name).length !== name.length) return [name, '', ''];
  return [name.slice(0, at), name.slice(at, at + searched.length), name.slice(at + searched.length)];
}

function fold(text: string): string {
  return text.toLowerCase();
}
