import type { Direction } from '../format/number-text.ts';
import figuresStyles from './Figures.module.css';

/** Joins the class names that apply; `false`, `null`, `undefined` and empty names are left out. */
export function cx(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}

/** Colour of a figure by its direction. */
export const directionClass: Readonly<Record<Direction, string | undefined>> = {
  up: figuresStyles.rising,
  down: figuresStyles.falling,
  flat: figuresStyles.flat,
};
