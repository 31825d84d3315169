import { type ChainCheckpoint, type Look, type PaymentWatcher, WatcherError } from '../../../ports/payment-watch.ts';
import { type ChainNode, type Payment, type ReadBlock, scanChain } from '../chain-scan.ts';
import { type CallNode, createJsonRpc, type JsonRpcOptions } from '../json-rpc.ts';
import { findTokenPayments, type Token } from './evm-logs.ts';
import { findCoinPayments, parseCount, parseHash } from './evm-transfers.ts';

export interface EvmWatcherOptions extends Pick<JsonRpcOptions, 'url' | 'attemptMaxMs' | 'attemptsMax' | 'waitMs'> {
  readonly name: string;
  readonly chainId: number;
  /** The chain's own coin, e.g. `ETH`; null to watch tokens only. It has 18 decimals on every EVM chain. */
  readonly coin: string | null;
  readonly tokens: readonly Token[];
  /** Confirmations required for payments; the first look starts that many blocks back. */
  readonly confirmations: number;
  readonly blocksMax?: number;
  readonly answerMaxBytes?: number;
}

const blocksMax = 50;
/** The largest blocks with all their transactions have a few megabytes. */
const answerMaxBytes = 32 * 1024 * 1024;

/**
 * Watches an EVM chain by a node's JSON-RPC: transfers of the coin by the transactions of each block, those of tokens
 * by their logs. Of the coin it sees direct transfers only, not those by contracts (R-FND-63).
 */
export function createEvmWatcher(options: EvmWatcherOptions): PaymentWatcher {
  const { name, chainId, confirmations } = options;
  const network = `eip155:${chainId}`;
  const call = createJsonRpc({ ...options, answerMaxBytes: options.answerMaxBytes ?? answerMaxBytes });
  return {
    name,
    network,
    normalize: (address) => address.toLowerCase(),
    async look(checkpoint: ChainCheckpoint | null, addresses: ReadonlySet<string>): Promise<Look> {
      // Checked every time: another node may have taken over the address.
      const reported = parseCount(await call('eth_chainId', []), 'chain id');
      if (reported !== chainId) throw new WatcherError(`the node is on chain ${reported}, not on ${chainId}`);
      const scan = { network, blocksMax: options.blocksMax ?? blocksMax, backAtStart: confirmations };
      const look = await scanChain(createNode(call, options, network, addresses), checkpoint, scan);
      return { ...look, waiting: null };
    },
  };
}

function createNode(
  call: CallNode,
  { coin, tokens }: EvmWatcherOptions,
  network: string,
  addresses: ReadonlySet<string>,
): ChainNode {
  const blockAt = (height: number, isFull: boolean) =>
    call('eth_getBlockByNumber', [`0x${height.toString(16)}`, isFull]) as Promise<EvmBlock | null>;
  return {
    head: async () => parseCount(await call('eth_blockNumber', []), 'block number'),
    async hashAt(height) {
      const block = await blockAt(height, false);
      return block === null ? null : parseHash(block.hash, 'block hash');
    },
    async read(from, to) {
      const blocks: (ReadBlock & { payments: Payment[] })[] = [];
      for (let height = from; height <= to; height += 1) {
        const block = await blockAt(height, coin !== null && addresses.size > 0);
        // Another node at the same address may not have the block yet.
        if (block === null) break;
        if (parseCount(block.number, 'block number') !== height) throw new WatcherError('the node sent another block');
        const [hash, parentHash] = [parseHash(block.hash, 'block hash'), parseHash(block.parentHash, 'parent hash')];
        const payments =
          coin === null ? [] : await findCoinPayments(call, network, coin, { ...block, hash }, addresses);
        blocks.push({ height, hash, parentHash, payments });
      }
      for (const { place, payment } of await findTokenPayments(call, network, { tokens, blocks, addresses }))
        blocks.find(({ height }) => height === place)?.payments.push(payment);
      return blocks;
    },
  };
}

interface EvmBlock {
  readonly number: unknown;
  readonly hash: unknown;
  readonly parentHash: unknown;
  readonly transactions: unknown;
}
