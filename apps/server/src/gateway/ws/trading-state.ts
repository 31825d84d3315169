import { codes } from '@candor/contracts/codes';
import type { ServerMessage } from '@candor/contracts/ws/messages';
import type { CompanyId } from '@candor/domain/values/ids';
import type { SocketPeer } from './socket-peer.ts';

/** Returns true if orders of a company are carried out now; null for a company that is not known yet. */
export type IsTradable = (companyId: CompanyId | null) => boolean;

const compareEveryMs = 250;

/** Sockets of one company, and the state that they were last sent. */
interface Group {
  readonly peers: Set<SocketPeer>;
  isTradable: boolean;
}

/** Reports to every socket whether orders are carried out: when it opens, and at every change (R-SOC-13). */
export class TradingState {
  readonly #isTradable: IsTradable;
  readonly #groups = new Map<CompanyId | null, Group>();
  readonly #timer: NodeJS.Timeout;

  constructor(isTradable: IsTradable) {
    this.#isTradable = isTradable;
    this.#timer = setInterval(() => this.#compare(), compareEveryMs);
    this.#timer.unref();
  }

  add(peer: SocketPeer): void {
    const { companyId } = peer;
    const known = this.#groups.get(companyId);
    const group = known ?? { peers: new Set(), isTradable: this.#isTradable(companyId) };
    if (known === undefined) this.#groups.set(companyId, group);
    group.peers.add(peer);
    peer.send(messageOf(group.isTradable));
  }

  remove(peer: SocketPeer): void {
    const group = this.#groups.get(peer.companyId);
    if (group === undefined) return;
    group.peers.delete(peer);
    if (group.peers.size === 0) this.#groups.delete(peer.companyId);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #compare(): void {
    for (const [companyId, group] of this.#groups) {
      const isTradable = this.#isTradable(companyId);
      if (isTradable === group.isTradable) continue;
      group.isTradable = isTradable;
      const text = messageOf(isTradable);
      for (const peer of group.peers) peer.send(text);
    }
  }
}

function messageOf(isTradable: boolean): string {
  return JSON.stringify({ type: 'TRADING', code: codes.ok, params: { Available: isTradable } } satisfies ServerMessage);
}
