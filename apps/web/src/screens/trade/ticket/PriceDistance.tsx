import { pipsText } from '../../../format/number-text.ts';
import { plural, t } from '../../../i18n/text.ts';

/** Distance of a target from the price of its side: "11.5 pips below ask". */
export function PriceDistance({ ticks, isBuy, pipTicks }: { ticks: number; isBuy: boolean; pipTicks: number }) {
  const pips = plural('trade.pips', pipsText(Math.abs(ticks), pipTicks, false));
  if (isBuy) return ticks < 0 ? t('trade.belowAsk', { pips }) : t('trade.aboveAsk', { pips });
  return ticks < 0 ? t('trade.belowBid', { pips }) : t('trade.aboveBid', { pips });
}
