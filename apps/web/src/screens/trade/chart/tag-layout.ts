/** One tag on an edge of the chart: the height in px at which it wants its middle, and its own height. */
export interface TagSpan {
  readonly y: number;
  readonly height: number;
  /** How strongly it keeps its place when others push it. */
  readonly weight: number;
}

export const tagGap = 2;

interface Block {
  /** Wanted offset, as a mean weighted by how strongly the tags of the block want it. */
  offset: number;
  weight: number;
  readonly tags: number[];
}

/**
 * Returns the tops of tags, in the order given: none covers another, tags stay in the order of their prices, at least
 * `tagGap` apart, and the weighted sum of their squared distances from where they want to be is the least possible. All
 * are inside the pane as long as they fit it (R-SCR-81).
 */
export function layOutTags(tags: readonly TagSpan[], paneHeight: number): number[] {
  const order = tags.map((_, index) => index).sort((a, b) => (tags[a]?.y ?? 0) - (tags[b]?.y ?? 0) || a - b);
  // With the room that the tags above need taken off, tags that may not cover each other are offsets that never fall.
  const room: number[] = [];
  let needed = 0;
  for (const index of order) {
    room[index] = needed;
    needed += (tags[index]?.height ?? 0) + tagGap;
  }
  const blocks: Block[] = [];
  for (const index of order) {
    const { y, height, weight } = tags[index] ?? { y: 0, height: 0, weight: 1 };
    let block: Block = { offset: y - height / 2 - (room[index] ?? 0), weight, tags: [index] };
    for (let last = blocks.at(-1); last !== undefined && last.offset >= block.offset; last = blocks.at(-1)) {
      blocks.pop();
      block = merged(last, block);
    }
    blocks.push(block);
  }
  const offsetMax = Math.max(0, paneHeight - needed + tagGap);
  const tops: number[] = [];
  for (const { offset, tags: inBlock } of blocks) {
    const kept = roundHalf(Math.min(offsetMax, Math.max(0, offset)));
    for (const index of inBlock) tops[index] = kept + (room[index] ?? 0);
  }
  return tops;
}

function merged(a: Block, b: Block): Block {
  const weight = a.weight + b.weight;
  return { offset: (a.offset * a.weight + b.offset * b.weight) / weight, weight, tags: [...a.tags, ...b.tags] };
}

function roundHalf(px: number): number {
  return Math.round(px * 2) / 2;
}

/** Returns which tags fit the pane, those of the lowest rank first. */
export function tagsThatFit(tags: readonly (TagSpan & { readonly rank: number })[], paneHeight: number): boolean[] {
  const byRank = tags.map((_, index) => index).sort((a, b) => (tags[a]?.rank ?? 0) - (tags[b]?.rank ?? 0) || a - b);
  const fits = tags.map(() => false);
  let left = paneHeight + tagGap;
  for (const index of byRank) {
    left -= (tags[index]?.height ?? 0) + tagGap;
    if (left < 0) break;
    fits[index] = true;
  }
  return fits;
}
