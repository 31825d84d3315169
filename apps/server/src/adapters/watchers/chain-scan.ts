import type { BlockPlace, ChainCheckpoint, Look, ObservedPayment } from '../../ports/payment-watch.ts';

export interface ReadBlock extends BlockPlace {
  readonly parentHash: string;
  readonly payments: readonly Payment[];
}

/** A sighting without what follows from where it stands in the chain. */
export type Payment = Omit<ObservedPayment, 'confirmations' | 'block' | 'network'>;

/** What a node must be able to tell of its chain. */
export interface ChainNode {
  head(): Promise<number>;
  /** Null where the node has no block of that height. */
  hashAt(height: number): Promise<string | null>;
  /** The blocks from one height to another, both included, oldest first. */
  read(from: number, to: number): Promise<readonly ReadBlock[]>;
}

export interface ScanOptions {
  readonly network: string;
  /** Blocks read in one look. */
  readonly blocksMax: number;
  /** Where to begin when nothing was read before: so many blocks before the head. */
  readonly backAtStart: number;
}

/** Blocks whose hashes are remembered: no chain that is watched has been undone so far in practice. */
const recentMax = 200;

/**
 * Reads a chain on from where it was read to. Where the block at the checkpoint is no longer the chain's, the newest one
 * that still is is searched among the remembered ones, and all above it is withdrawn and read again (R-FND-62).
 */
export async function scanChain(
  node: ChainNode,
  before: ChainCheckpoint | null,
  options: ScanOptions,
): Promise<Omit<Look, 'waiting'>> {
  const head = await node.head();
  const checkpoint = before ?? { height: Math.max(-1, head - options.backAtStart - 1), recent: [] };
  const fork = await findFork(node, checkpoint, head);
  const kept = checkpoint.recent.filter(({ height }) => height <= fork);
  const to = Math.min(head, fork + options.blocksMax);
  const read = to > fork ? await node.read(fork + 1, to) : [];
  const blocks = linked(read, kept.at(-1)?.hash ?? null);
  const recent = [...kept, ...blocks.map(({ height, hash }) => ({ height, hash }))].slice(-recentMax);
  const height = blocks.at(-1)?.height ?? fork;
  return {
    head,
    droppedFrom: fork < checkpoint.height ? fork + 1 : null,
    sightings: blocks.flatMap((block) => sightingsIn(block, head, options.network)),
    checkpoint: { height, recent },
    isCaughtUp: height >= head,
  };
}

/** The greatest height up to which the remembered chain is still the node's. A node that only lags behind has forgotten nothing. */
async function findFork(node: ChainNode, { height, recent }: ChainCheckpoint, head: number): Promise<number> {
  const comparable = recent.filter((block) => block.height <= head);
  const newest = comparable.at(-1);
  if (newest === undefined) return height;
  if ((await node.hashAt(newest.height)) === newest.hash) return height;
  // Up to the fork every block is the node's and none after it, so that halving finds it.
  let [same, differs] = [-1, comparable.length - 1];
  while (differs - same > 1) {
    const middle = (same + differs) >> 1;
    const block = comparable[middle];
    if (block !== undefined && (await node.hashAt(block.height)) === block.hash) same = middle;
    else differs = middle;
  }
  return comparable[same]?.height ?? (comparable[0]?.height ?? 0) - 1;
}

/** As far as each block stands on the one before: a chain that changes while it is read is read on at the next look. */
function linked(blocks: readonly ReadBlock[], lastHash: string | null): readonly ReadBlock[] {
  let hash = lastHash;
  const end = blocks.findIndex((block) => {
    const isLinked = hash === null || block.parentHash === hash;
    hash = block.hash;
    return !isLinked;
  });
  return end < 0 ? blocks : blocks.slice(0, end);
}

function sightingsIn({ height, hash, payments }: ReadBlock, head: number, network: string): ObservedPayment[] {
  const confirmations = head - height + 1;
  return payments.map((payment) => ({ ...payment, network, confirmations, block: { height, hash } }));
}
