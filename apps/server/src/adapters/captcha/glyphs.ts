/** A point of a letter: position across and down, from 0 to 1. */
export type GlyphPoint = readonly [across: number, down: number];

/** A stroke through its points, straight or curved. */
export interface GlyphStroke {
  readonly isBent: boolean;
  readonly points: readonly GlyphPoint[];
}

/** Letters and digits that people do not confuse, as strokes; `~` starts a curved one. */
const table: Readonly<Record<string, string>> = {
  A: '0,1 .5,0 1,1|.2,.64 .8,.64',
  C: '~.95,.2 .6,0 .15,.2 .02,.5 .15,.82 .6,1 .95,.8',
  E: '.95,0 .05,0 .05,1 .95,1|.05,.5 .8,.5',
  H: '.05,0 .05,1|.95,0 .95,1|.05,.5 .95,.5',
  K: '.08,0 .08,1|.92,0 .1,.55|.35,.4 .95,1',
  L: '.1,0 .1,1 .9,1',
  M: '.02,1 .08,0 .5,.6 .92,0 .98,1',
  N: '.08,1 .08,0 .92,1 .92,0',
  P: '.1,1 .1,0|~.1,.02 .6,.02 .92,.27 .6,.54 .1,.54',
  R: '.1,1 .1,0|~.1,.02 .6,.02 .92,.27 .6,.54 .1,.54|.45,.54 .95,1',
  T: '0,0 1,0|.5,0 .5,1',
  U: '~.08,0 .08,.6 .25,.93 .5,1 .75,.93 .92,.6 .92,0',
  X: '.05,0 .95,1|.95,0 .05,1',
  Y: '0,0 .5,.5 1,0|.5,.5 .5,1',
  2: '~.08,.22 .45,0 .88,.2 .7,.55 .05,1|.05,1 .97,1',
  6: '~.82,.03 .4,.25 .1,.65 .3,.97 .7,.97 .9,.7 .6,.45 .15,.6',
  7: '.05,0 .95,0 .4,1',
};

export const captchaAlphabet = Object.keys(table).join('');

/** Returns the strokes of a letter of the alphabet. */
export function strokesOf(letter: string): GlyphStroke[] {
  const strokes = table[letter];
  if (strokes === undefined) throw new Error(`Invariant: ${letter} can be painted`);
  return strokes.split('|').map((stroke) => ({
    isBent: stroke.startsWith('~'),
    points: stroke
      .replace('~', '')
      .split(' ')
      .map((point) => {
        const [across = 0, down = 0] = point.split(',').map(Number);
        return [across, down] as const;
      }),
  }));
}
