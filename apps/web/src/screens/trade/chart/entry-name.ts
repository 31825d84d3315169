import type { Order } from '../../../data/order.ts';
import { t } from '../../../i18n/text.ts';

const kindNames = { buy: 'trade.buy', sell: 'trade.sell' } as const;
const pendingNames = {
  'buy limit': 'trade.buyLimit',
  'buy stop': 'trade.buyStop',
  'sell limit': 'trade.sellLimit',
  'sell stop': 'trade.sellStop',
} as const;

/** Names an order by its side and kind: "Buy", "Sell limit". */
export function entryName({ side, kind, status }: Order): string {
  const pending = `${side} ${kind}`;
  return status === 'pending' && pending in pendingNames
    ? t(pendingNames[pending as keyof typeof pendingNames])
    : t(kindNames[side]);
}
