const dot = '•';

/** `John Miller` as `J••• M•••••`: enough for its owner to know it by. */
export function maskName(name: string): string {
  const words = name.trim().split(/\s+/);
  return words.map((word) => Array.from(word, (letter, at) => (at === 0 ? letter : dot)).join('')).join(' ');
}

/** `12AB3456` as `12••••56`; of a short one fewer letters are left. */
export function maskNumber(number: string): string {
  const letters = Array.from(number);
  const shown = letters.length >= 8 ? 2 : letters.length >= 5 ? 1 : 0;
  return letters.map((letter, at) => (at < shown || at >= letters.length - shown ? letter : dot)).join('');
}
