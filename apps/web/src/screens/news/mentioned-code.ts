/** Returns the first of the codes that a text contains as a whole word; null if there is none. */
export function mentionedCode(text: string, codes: readonly string[]): string | null {
  let first: { code: string; at: number } | null = null;
  for (const code of codes) {
    const at = placeOf(text, code);
    if (at >= 0 && (first === null || at < first.at)) first = { code, at };
  }
  return first?.code ?? null;
}

function placeOf(text: string, code: string): number {
  const isPart = (letter: string | undefined) => letter !== undefined && /[\p{L}\p{N}/]/u.test(letter);
  for (let at = text.indexOf(code); at >= 0; at = text.indexOf(code, at + 1)) {
    if (!isPart(text[at - 1]) && !isPart(text[at + code.length])) return at;
  }
  return -1;
}
