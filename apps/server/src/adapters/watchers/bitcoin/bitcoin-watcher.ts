import { type PaymentWatcher, WatcherError } from '../../../ports/payment-watch.ts';
import { type ChainNode, type ReadBlock, scanChain } from '../chain-scan.ts';
import { type CallNode, createJsonRpc, type JsonRpcOptions, RpcError } from '../json-rpc.ts';
import { Mempool } from './mempool.ts';
import { findPayments, quoteAmounts, toComparable } from './transaction-outputs.ts';

export interface BitcoinWatcherOptions extends Pick<JsonRpcOptions, 'url' | 'attemptMaxMs' | 'attemptsMax' | 'waitMs'> {
  readonly name: string;
  /** Chain name of the node's `getblockchaininfo`: `main`, `test`, `signet`, `regtest`. */
  readonly chain: string;
  readonly currency: string;
  /** Confirmations required for payments; the first look starts that many blocks back. */
  readonly confirmations: number;
  readonly blocksMax?: number;
  readonly answerMaxBytes?: number;
}

const blocksMax = 10;
/** A full block with all its transactions has some twenty megabytes as JSON. */
const answerMaxBytes = 64 * 1024 * 1024;
/** "Block height out of range". */
const noSuchHeight = -8;

/**
 * Watches a Bitcoin chain by its node's JSON-RPC, including payments in the mempool, with no confirmation (R-FND-63).
 */
export function createBitcoinWatcher(options: BitcoinWatcherOptions): PaymentWatcher {
  const { name, chain, currency, confirmations } = options;
  const network = `bitcoin:${chain}`;
  const call = createJsonRpc({
    ...options,
    answerMaxBytes: options.answerMaxBytes ?? answerMaxBytes,
    prepare: quoteAmounts,
  });
  const mempool = new Mempool(call, network, currency);
  return {
    name,
    network,
    normalize: toComparable,
    async look(checkpoint, addresses) {
      const reported = ((await call('getblockchaininfo', [])) as { chain?: unknown } | null)?.chain;
      if (reported !== chain)
        throw new WatcherError(`the node is on chain ${String(reported).slice(0, 20)}, not on ${chain}`);
      // Read before the blocks: a transaction mined meanwhile is found in its block.
      const { observedPayments, isWhole } = await mempool.read(addresses);
      const scan = { network, blocksMax: options.blocksMax ?? blocksMax, backAtStart: confirmations };
      const look = await scanChain(createNode(call, network, currency, addresses), checkpoint, scan);
      const inBlocks = new Set(look.observedPayments.map(({ externalId }) => externalId));
      const waiting = observedPayments.filter(({ externalId }) => !inBlocks.has(externalId));
      return {
        ...look,
        observedPayments: [...waiting, ...look.observedPayments],
        waiting: isWhole && look.isCaughtUp ? new Set(waiting.map(({ externalId }) => externalId)) : null,
      };
    },
  };
}

function createNode(call: CallNode, network: string, currency: string, addresses: ReadonlySet<string>): ChainNode {
  const hashAt = async (height: number): Promise<string | null> => {
    try {
      return parseHash(await call('getblockhash', [height]));
    } catch (error) {
      if (error instanceof RpcError && error.code === noSuchHeight) return null;
      throw error;
    }
  };
  return {
    async head() {
      const height = await call('getblockcount', []);
      if (!Number.isSafeInteger(height)) throw new WatcherError("the node's block count is not a number");
      return height as number;
    },
    hashAt,
    async read(from, to) {
      const blocks: ReadBlock[] = [];
      for (let height = from; height <= to; height += 1) {
        const hash = await hashAt(height);
        if (hash === null) break;
        const block = (await call('getblock', [hash, 2])) as BitcoinBlock | null;
        if (block?.hash !== hash || block.height !== height || !Array.isArray(block.tx))
          throw new WatcherError('the node sent another block');
        const payments = (block.tx as unknown[]).flatMap((tx) => findPayments(tx, network, currency, addresses));
        const isFirst = height === 0;
        blocks.push({ height, hash, parentHash: isFirst ? '' : parseHash(block.previousblockhash), payments });
      }
      return blocks;
    },
  };
}

function parseHash(value: unknown): string {
  if (typeof value !== 'string' || !/^[\da-f]{64}$/.test(value)) throw new WatcherError("the node's hash is none");
  return value;
}

interface BitcoinBlock {
  readonly hash: unknown;
  readonly height: unknown;
  readonly previousblockhash?: unknown;
  readonly tx: unknown;
}
