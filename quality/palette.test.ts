import { describe, expect, test } from 'vitest';
import { read } from './source-tree.ts';

const tokens = read('packages/design/src/tokens.css');
const themes = { light: blockOf('[data-theme="light"] {'), dark: blockOf('[data-theme="dark"] {') };

/** Declarations of the first rule with this selector. */
function blockOf(selector: string): string {
  const start = tokens.indexOf(selector);
  return tokens.slice(start, tokens.indexOf('\n}', start));
}

function colour(theme: keyof typeof themes, name: string): [number, number, number] {
  const hex = new RegExp(`${name}: #([0-9a-f]{6});`).exec(themes[theme])?.[1] ?? expect.fail(`${name} is in ${theme}`);
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number, number];
}

/** Relative luminance (WCAG 2.2). */
function luminance(rgb: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: readonly number[], other: readonly number[]): number {
  const [more, less] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number];
  return (more + 0.05) / (less + 0.05);
}

/** Hue in degrees. */
function hue([red, green, blue]: readonly [number, number, number]): number {
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const span = most - least;
  const sector =
    most === red ? (green - blue) / span : most === green ? 2 + (blue - red) / span : 4 + (red - green) / span;
  return (sector * 60 + 360) % 360;
}

const lines = ['--ind-1', '--ind-2', '--ind-3', '--ind-4'] as const;

describe.each(['light', 'dark'] as const)('R-SCR-71 colours of indicators in %s', (theme) => {
  test.each(lines)('%s is readable as text on the surface', (name) => {
    expect(contrast(colour(theme, name), colour(theme, '--color-surface'))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(['--ind-1', '--ind-2', '--ind-3'])('%s is far from the colours of rise and fall', (name) => {
    for (const direction of ['--chart-up', '--chart-down', '--color-up', '--color-down']) {
      const apart = Math.abs(hue(colour(theme, name)) - hue(colour(theme, direction)));
      expect(Math.min(apart, 360 - apart)).toBeGreaterThan(25);
    }
  });
});
