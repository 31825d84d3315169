/**
 * Counts sockets without a login by network. A network has its own limit; at the total limit the oldest socket of the
 * network with the most sockets is closed, so that no network shuts out the others.
 */
export class AnonymousSockets<Socket> {
  readonly #limits: { readonly anonymousPerNetwork: number; readonly anonymousTotal: number };
  readonly #byNetwork = new Map<string, Set<Socket>>();
  #count = 0;

  constructor(limits: { readonly anonymousPerNetwork: number; readonly anonymousTotal: number }) {
    this.#limits = limits;
  }

  get count(): number {
    return this.#count;
  }

  hasRoom(network: string): boolean {
    return (this.#byNetwork.get(network)?.size ?? 0) < this.#limits.anonymousPerNetwork;
  }

  /** Adds a socket; returns the one to close, if any. */
  add(network: string, socket: Socket): Socket | null {
    const own = this.#byNetwork.get(network) ?? new Set();
    if (own.has(socket)) return null;
    this.#byNetwork.set(network, own.add(socket));
    this.#count += 1;
    return this.#count > this.#limits.anonymousTotal ? this.#oldestOfLargest() : null;
  }

  remove(network: string, socket: Socket): void {
    const own = this.#byNetwork.get(network);
    if (own === undefined || !own.delete(socket)) return;
    this.#count -= 1;
    if (own.size === 0) this.#byNetwork.delete(network);
  }

  #oldestOfLargest(): Socket | null {
    let largest: ReadonlySet<Socket> = new Set();
    for (const sockets of this.#byNetwork.values()) if (sockets.size > largest.size) largest = sockets;
    const [oldest = null] = largest;
    return oldest;
  }
}
