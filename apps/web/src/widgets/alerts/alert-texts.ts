import { type AlertAsk, type AlertLevel, type FiredAlert } from '../../data/price-alert.ts';
import { balanceText, inSentence, pipsText, signedText } from '../../format/number-text.ts';
import { groupDigits } from '../../format/price-text.ts';
import { localeTag, plural, t } from '../../i18n/text.ts';

/** "EUR/USD at or above 1.15400"; `currency` is the account's. */
export function alertName(ask: AlertAsk, currency: string): string {
  switch (ask.kind) {
    case 'price': {
      const values = { code: ask.showCode, price: groupDigits(ask.price) };
      return ask.isAbove ? t('alerts.above', values) : t('alerts.below', values);
    }
    case 'percent':
      return t('alerts.moves', { code: ask.showCode, percent: figure(`${groupDigits(ask.percent)}%`) });
    case 'margin':
      return t('alerts.marginAt', { percent: figure(`${groupDigits(ask.percent)}%`) });
    case 'profit': {
      const amount = figure(`${signedText(ask.amount)} ${currency}`);
      const values = { code: ask.showCode, order: figure(String(ask.orderId)), amount };
      return ask.isAbove ? t('alerts.resultAbove', values) : t('alerts.resultBelow', values);
    }
    case 'swap':
      return t('alerts.swapOver', { amount: figure(`${balanceText(ask.amount)} ${currency}`) });
  }
}

/** "Fired at 1.15402" */
export function firedText({ alert, reached }: FiredAlert, currency: string): string {
  const isMoney = alert.kind === 'profit' || alert.kind === 'swap';
  const shown = isMoney ? `${signedText(reached)} ${currency}` : groupDigits(reached);
  return t('alerts.firedAt', { price: figure(alert.kind === 'margin' ? `${shown}%` : shown) });
}

function figure(text: string): string {
  return inSentence(text, localeTag());
}

/** "Sell price" for the bid. */
export function watchedName(side: AlertLevel['side']): string {
  return side === 'bid' ? t('alerts.sellPrice') : t('alerts.buyPrice');
}

/** "11.7 pips away" */
export function awayText(ticks: number, pipTicks: number): string {
  return t('alerts.away', { pips: plural('trade.pips', pipsText(Math.max(0, ticks), pipTicks, false)) });
}
