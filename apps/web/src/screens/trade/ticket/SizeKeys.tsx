import { formatDecimal } from '@candor/domain/values/decimal';
import { formatLots } from '@candor/domain/values/lots';
import { formatMoney, type Money, parseMoney, toMoney } from '@candor/domain/values/money';
import { parseTypedDecimal } from '../../../format/decimal-input.ts';
import { balanceText } from '../../../format/number-text.ts';
import { missing } from '../../../format/price-text.ts';
import { t } from '../../../i18n/text.ts';
import { cx } from '../../../ui/class-names.ts';
import { FigureInput } from '../../../ui/FigureInput.tsx';
import figuresStyles from '../../../ui/Figures.module.css';
import { Icon } from '../../../ui/Icon.tsx';
import typographyStyles from '../../../ui/typography.module.css';
import choiceStyles from './LeverageChoice.module.css';
import styles from './SizeKeys.module.css';
import { amountOf, shareOfBalance, shareOfMax } from './ticket-size.ts';
import { defaultStop, type Risk } from './ticket-state.ts';
import type { TicketHandle } from './use-ticket.ts';

const shares = [
  { parts: 4, sign: '¼' },
  { parts: 2, sign: '½' },
  { parts: 1, sign: null },
] as const;

/** Shares of the largest order that the account carries; and what is missing, if the order is too large (R-SCR-27). */
export function SizeKeys({ handle }: { handle: TicketHandle }) {
  const { ticket, facts, size } = handle;
  const { spec } = facts;
  return (
    <>
      <div className={choiceStyles.choices} role="group" aria-label={t('trade.shares')}>
        {shares.map(({ parts, sign }) => {
          const lots = shareOfMax(size.max, parts, spec);
          return (
            <button
              key={parts}
              type="button"
              className={styles.share}
              disabled={lots === null}
              aria-pressed={lots === ticket.lots}
              onClick={() => lots !== null && handle.change({ lots })}
            >
              <b>{sign ?? t('trade.max')}</b> {lots === null ? missing : formatLots(lots, spec)}
            </button>
          );
        })}
      </div>
      {size.shortfall === null ? null : (
        <p className={styles.problem} role="alert">
          <Icon name="warn" size={16} />
          <span>
            {t('trade.needs', {
              needed: balanceText(formatMoney(size.shortfall.needed)),
              available: balanceText(formatMoney(size.shortfall.available)),
            })}
          </span>
        </p>
      )}
    </>
  );
}

const percents = [50, 100, 200] as const;

/** Loss at the stop-loss, chosen or resulting; the lots follow a chosen one (R-SCR-28). */
export function RiskFields({ handle }: { handle: TicketHandle }) {
  const { ticket, context, facts, size } = handle;
  const { totals, sides } = context;
  const asked = ticket.risk === undefined ? null : amountOf(ticket.risk, context);
  const loss = size.atStop === null ? null : toMoney(-size.atStop);
  const share = loss === null ? null : shareOfBalance(loss, context);
  const choose = (risk: Risk) => {
    const stopLoss = ticket.stopLoss ?? (sides === null ? null : defaultStop('stopLoss', ticket, sides, facts.spec));
    if (stopLoss !== null) handle.change({ risk, stopLoss });
  };
  const shown = asked ?? loss;
  const money = shown === null ? missing : balanceText(formatMoney(shown));
  return (
    <div>
      <div className={typographyStyles.label}>
        <span>{t('trade.risk')}</span>
        <small className={cx(figuresStyles.number, figuresStyles.inText)}>
          {share === null ? null : `${formatDecimal(BigInt(share), 2).slice(0, -1)}% · `}
          {t('account.balance')} {balanceText(totals === null ? null : formatMoney(totals.balance))}
        </small>
      </div>
      <div className={choiceStyles.choices} role="group" aria-label={t('trade.risk')}>
        {percents.map((percentE2) => {
          const isChosen = ticket.risk?.by === 'percent' && ticket.risk.percentE2 === percentE2;
          return (
            <button
              key={percentE2}
              type="button"
              disabled={totals === null || totals.balance <= 0n}
              className={isChosen ? choiceStyles.selected : undefined}
              aria-pressed={isChosen}
              onClick={() => choose({ by: 'percent', percentE2 })}
            >
              {percentE2 / 100}%
            </button>
          );
        })}
        <span className={cx(styles.money, ticket.risk?.by === 'money' && styles.chosen)}>
          <FigureInput
            label={`${t('trade.risk')} · ${t('trade.byMoney')}`}
            text={money}
            value={money}
            onType={(typed) => {
              const amount = parseMoney(parseTypedDecimal(typed, 2) ?? '');
              if (amount === null || amount <= 0n) return false;
              choose({ by: 'money', amount });
              return true;
            }}
            onRestore={() => handle.change({ risk: ticket.risk, lots: ticket.lots, stopLoss: ticket.stopLoss })}
            onUnusable={handle.onUnusable('risk')}
          />
        </span>
      </div>
      {asked === null || size.perLot === null ? null : <Formula handle={handle} risk={asked} perLot={size.perLot} />}
      {asked !== null && loss !== null && loss > asked ? (
        <p className={styles.problem} role="alert">
          <Icon name="warn" size={16} />
          <span>{t('trade.smallestRisks', { amount: balanceText(formatMoney(loss)) })}</span>
        </p>
      ) : null}
    </div>
  );
}

/** Lots by risk as their formula (R-SCR-96). */
function Formula({
  handle: { ticket, facts },
  risk,
  perLot,
}: {
  handle: TicketHandle;
  risk: Money;
  perLot: { readonly loss: Money; readonly fee: Money };
}) {
  const [amount, loss, fee] = [risk, perLot.loss, perLot.fee].map((money) => balanceText(formatMoney(money)));
  return (
    <p className={styles.formula} dir="ltr">
      <span className={figuresStyles.number}>
        {`${formatLots(ticket.lots, facts.spec)} = ${amount} ÷ (${loss} + ${fee})`}
      </span>
    </p>
  );
}
