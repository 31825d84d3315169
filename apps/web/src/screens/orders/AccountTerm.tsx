import { formatMoney, parseMoney, toMoney } from '@candor/domain/values/money';
import { useAccount } from '../../data/account.ts';
import { balanceText, ratioText, signedText } from '../../format/number-text.ts';
import { missing } from '../../format/price-text.ts';
import { t } from '../../i18n/text.ts';
import { Explained } from '../../ui/Explained.tsx';

type AccountFigure = 'balance' | 'netValue' | 'margin' | 'available' | 'ratio' | 'riskRate';

/** Name of a figure of the account, explained with the values that it is made of now. */
export function AccountTerm({ figure }: { figure: AccountFigure }) {
  const hasFormula = figure !== 'balance' && figure !== 'margin';
  return (
    <Explained
      name={t(`account.${figure}`)}
      about={t(`explain.${figure}`)}
      {...(hasFormula && { formula: <Formula figure={figure} /> })}
    />
  );
}

function Formula({ figure }: { figure: Exclude<AccountFigure, 'balance' | 'margin'> }) {
  const { balance, equity, margin, freeMargin, marginLevel, riskRate, profit } = useAccount();
  const formula = {
    netValue: `${balanceText(balance)} ${moved(profit)} ${moved(swapOf(balance, profit, equity))} = ${balanceText(equity)}`,
    available: `${balanceText(equity)} − ${balanceText(margin)} = ${balanceText(freeMargin)}`,
    ratio: `${balanceText(equity)} ÷ ${balanceText(margin)} = ${ratioText(marginLevel)}`,
    riskRate: `${balanceText(margin)} ÷ ${balanceText(equity)} = ${ratioText(riskRate)}`,
  }[figure];
  return t('explain.formula', { formula: `\u2066${formula}\u2069` });
}

/** Swap of the open positions: what net value has beyond balance and profit. */
function swapOf(balance: string | null, profit: string | null, equity: string | null): string | null {
  const [before, gain, after] = [balance, profit, equity].map((text) => parseMoney(text ?? ''));
  if (before == null || gain == null || after == null) return null;
  return formatMoney(toMoney(after - before - gain));
}

/** An amount with its sign apart: "+ 22.98". */
function moved(amount: string | null): string {
  if (amount === null) return missing;
  const text = signedText(amount);
  return /^[+−]/.test(text) ? `${text.slice(0, 1)} ${text.slice(1)}` : `+ ${text}`;
}
