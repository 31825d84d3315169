import type { Brand } from '@candor/contracts/http/company';

export type Accents = NonNullable<Brand['accents']>;

/** The page behind buttons, by theme, as in tokens.css. */
const surfaces = { light: '#FFFFFF', dark: '#101318' } as const;

const textContrastMin = 4.5;
const shapeContrastMin = 3;

/**
 * Returns the accents that a theme can use. A pressed colour whose text is unreadable is replaced by the accent; null,
 * hence the product's own ink, if a button could not be read or distinguished from the page (WCAG AA).
 */
export function usableAccents({ accent, pressed, on }: Accents, theme: 'light' | 'dark'): Accents | null {
  if (contrast(accent, on) < textContrastMin || contrast(accent, surfaces[theme]) < shapeContrastMin) return null;
  return { accent, on, pressed: contrast(pressed, on) < textContrastMin ? accent : pressed };
}

/** From 1 to 21; 0 where either is not a colour written as `#RRGGBB`. */
function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  if (a === null || b === null) return 0;
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Relative luminance by WCAG 2.2. */
function luminance(colour: string): number | null {
  const parts = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  if (parts === null) return null;
  const [red = 0, green = 0, blue = 0] = parts.slice(1).map((hex) => linear(Number.parseInt(hex, 16) / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linear(share: number): number {
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
