import { formatMoney } from '@candor/domain/values/money';
import type { InstrumentFacts } from '../../../data/instruments.ts';
import { balanceText, pipsText, signedText } from '../../../format/number-text.ts';
import { missing } from '../../../format/price-text.ts';
import { plural, t } from '../../../i18n/text.ts';
import { cx } from '../../../ui/class-names.ts';
import { Explained } from '../../../ui/Explained.tsx';
import figuresStyles from '../../../ui/Figures.module.css';
import keyValueStyles from '../../../ui/KeyValue.module.css';
import styles from './Ticket.module.css';
import type { Cost, TicketCosts } from './ticket-costs.ts';

interface CostRowsProps {
  readonly costs: TicketCosts | null;
  readonly facts: InstrumentFacts;
  readonly currency: string;
}

/** Every cost of an order by name, in money and as pips of this order, zeros too (R-TKT-02). */
export function CostRows({ costs, facts: { spec }, currency }: CostRowsProps) {
  const from = spec.quoteCurrency;
  const converted =
    from === currency ? t('order.nothingToConvert', { currency }) : t('order.convertedAtMid', { from, to: currency });
  return (
    <>
      <Row name={t('trade.fee')} about={t('explain.fee')} cost={costs?.fee} />
      <Row name={t('trade.spreadCost')} about={t('explain.spread')} cost={costs?.spread} />
      <Row name={t('cost.swapNight')} about={t('explain.swap')} cost={costs?.swap} isSigned />
      <Row name={t('order.conversion')} about={converted} cost={costs?.conversion} />
      <Row name={t('cost.total')} about={`${t('trade.fee')} + ${t('trade.spreadCost')}`} cost={costs?.total} isTotal />
    </>
  );
}

interface RowProps {
  readonly name: string;
  readonly about: string;
  readonly cost: Cost | undefined;
  /** True for a cost that may be paid to the trader: it has the sign of what it does to the balance. */
  readonly isSigned?: boolean;
  readonly isTotal?: boolean;
}

function Row({ name, about, cost, isSigned = false, isTotal = false }: RowProps) {
  const sign = isSigned ? -1 : 1;
  const amount = cost === undefined ? null : formatMoney(cost.amount);
  return (
    <div className={cx(keyValueStyles.row, isTotal && keyValueStyles.strong)} data-testid="cost-row">
      <dt>
        <Explained name={name} about={about} />
      </dt>
      <dd className={cx(figuresStyles.live, figuresStyles.ofAccount)}>
        {cost === undefined ? (
          missing
        ) : (
          <>
            <span className={styles.aside}>
              {plural('trade.pips', pipsText(sign * cost.pipTenths, 10, isSigned && cost.pipTenths !== 0))}
              {' · '}
            </span>
            <span className={figuresStyles.number}>{isSigned ? signedText(negated(amount)) : balanceText(amount)}</span>
          </>
        )}
      </dd>
    </div>
  );
}

function negated(text: string | null): string {
  const amount = text ?? '0';
  return amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
}
