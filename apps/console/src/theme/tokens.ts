const names = [
  'canvas',
  'surface',
  'raised',
  'sunken',
  'pressed',
  'hairline',
  'border',
  'border-control',
  'text',
  'text-2',
  'text-3',
  'text-disabled',
  'accent',
  'accent-pressed',
  'on-accent',
  'focus',
  'warning',
  'warning-fill',
  'warning-soft',
  'success',
  'success-fill',
  'success-soft',
  'danger',
  'danger-fill',
  'danger-soft',
  'inverse',
  'text-inverse',
] as const;

/** Colours of tokens.css by name, without `--color-`. */
export type Tokens = Readonly<Record<(typeof names)[number], string>>;

/** Reads the colours of a theme from tokens.css, their only source. */
export function readTokens(theme: 'light' | 'dark'): Tokens {
  const probe = document.createElement('i');
  probe.dataset['theme'] = theme;
  document.documentElement.append(probe);
  const style = getComputedStyle(probe);
  const tokens = Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--color-${name}`).trim()]));
  probe.remove();
  return tokens as Tokens;
}
