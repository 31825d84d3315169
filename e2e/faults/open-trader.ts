import type { Envelope } from '@candor/contracts/envelope';
import type { SignedIn } from '@candor/contracts/http/identity';
import { Chance } from './chance.ts';
import { type Call, Trader } from './trader.ts';

/** Opens a demo account; returns its trader, who acts on a separate random sequence. */
export async function openTrader(chance: Chance, call: Call): Promise<Trader> {
  const uuid = chance.hex(32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  const { text } = await call('/api/user/createAccountDemoForU', { body: { demo_id: uuid } });
  const { data } = JSON.parse(text) as Envelope<SignedIn>;
  const own = new Chance(chance.between(0, 2 ** 31));
  return new Trader({ token: data.token, accountId: data.user.id }, own, call);
}
