import type { AlertLevel } from '../../data/price-alert.ts';
import { pipsText } from '../../format/number-text.ts';
import { groupDigits } from '../../format/price-text.ts';
import { plural, t } from '../../i18n/text.ts';

/** "EUR/USD at or above 1.15400" */
export function alertName(showCode: string, { isAbove, price }: Pick<AlertLevel, 'isAbove' | 'price'>): string {
  const values = { code: showCode, price: groupDigits(price) };
  return isAbove ? t('alerts.above', values) : t('alerts.below', values);
}

/** "Sell price" for the bid. */
export function watchedName(side: AlertLevel['side']): string {
  return side === 'bid' ? t('alerts.sellPrice') : t('alerts.buyPrice');
}

/** "11.7 pips away" */
export function awayText(ticks: number, pipTicks: number): string {
  return t('alerts.away', { pips: plural('trade.pips', pipsText(Math.max(0, ticks), pipTicks, false)) });
}
