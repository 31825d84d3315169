import type { BlockPlace, ChainCheckpoint, Look, ObservedPayment } from '../../ports/payment-watch.ts';

export interface ReadBlock extends BlockPlace {
  readonly parentHash: string;
  readonly payments: readonly Payment[];
}

/** An observed payment without the facts that follow from its place in the chain. */
export type Payment = Omit<ObservedPayment, 'confirmations' | 'block' | 'network'>;

/** Queries that a node must answer about its chain. */
export interface ChainNode {
  head(): Promise<number>;
  /** Null if the node has no block of that height. */
  hashAt(height: number): Promise<string | null>;
  /** Returns the blocks between two heights, inclusive, oldest first. */
  read(from: number, to: number): Promise<readonly ReadBlock[]>;
}

export interface ScanOptions {
  readonly network: string;
  /** Maximum blocks read in one look. */
  readonly blocksMax: number;
  /** Number of blocks before the head at which the first look starts. */
  readonly backAtStart: number;
}

/** Number of blocks whose hashes are remembered: deeper reorganizations of watched chains have not occurred. */
const recentMax = 200;

/**
 * Reads on from a checkpoint. If the checkpoint's block is no longer on the chain, finds the newest remembered one that
 * is, withdraws everything above it and reads it again (R-FND-62).
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
    observedPayments: blocks.flatMap((block) => observedPaymentsIn(block, head, options.network)),
    checkpoint: { height, recent },
    isCaughtUp: height >= head,
  };
}

/**
 * Returns the greatest height up to which the remembered chain equals the node's. A node that lags behind has dropped
 * nothing.
 */
async function findFork(node: ChainNode, { height, recent }: ChainCheckpoint, head: number): Promise<number> {
  const comparable = recent.filter((block) => block.height <= head);
  const newest = comparable.at(-1);
  if (newest === undefined) return height;
  if ((await node.hashAt(newest.height)) === newest.hash) return height;
  // Blocks up to the fork are equal and all later ones differ, so a binary search finds it.
  let [same, differs] = [-1, comparable.length - 1];
  while (differs - same > 1) {
    const middle = (same + differs) >> 1;
    const block = comparable[middle];
    if (block !== undefined && (await node.hashAt(block.height)) === block.hash) same = middle;
    else differs = middle;
  }
  return comparable[same]?.height ?? (comparable[0]?.height ?? 0) - 1;
}

/**
 * Returns the blocks up to the first that does not follow its predecessor: if the chain changes during the read, the
 * next look continues.
 */
function linked(blocks: readonly ReadBlock[], lastHash: string | null): readonly ReadBlock[] {
  let hash = lastHash;
  const end = blocks.findIndex((block) => {
    const isLinked = hash === null || block.parentHash === hash;
    hash = block.hash;
    return !isLinked;
  });
  return end < 0 ? blocks : blocks.slice(0, end);
}

function observedPaymentsIn({ height, hash, payments }: ReadBlock, head: number, network: string): ObservedPayment[] {
  const confirmations = head - height + 1;
  return payments.map((payment) => ({ ...payment, network, confirmations, block: { height, hash } }));
}
