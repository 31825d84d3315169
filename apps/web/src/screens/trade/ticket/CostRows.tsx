import { formatMoney } from '@candor/domain/values/money';
import type { InstrumentFacts } from '../../../data/instruments.ts';
import { costText, pipsText } from '../../../format/number-text.ts';
import { missing } from '../../../format/price-text.ts';
import { plural, t } from '../../../i18n/text.ts';
import { cx } from '../../../ui/class-names.ts';
import { Explained } from '../../../ui/Explained.tsx';
import type { Term } from '../../../ui/ExplainedList.tsx';
import figuresStyles from '../../../ui/Figures.module.css';
import keyValueStyles from '../../../ui/KeyValue.module.css';
import styles from './Ticket.module.css';
import type { Cost, TicketCosts } from './ticket-costs.ts';

interface CostRowsProps {
  readonly costs: TicketCosts | null;
  readonly terms: CostTerms;
  /** True where each name explains itself; elsewhere one key explains all. */
  readonly explains: boolean;
}

export type CostTerms = Readonly<Record<keyof TicketCosts, Term>>;

/** Returns the name of each cost, and what it is. */
export function costTerms({ spec }: InstrumentFacts, currency: string): CostTerms {
  const from = spec.quoteCurrency;
  const converted =
    from === currency ? t('order.nothingToConvert', { currency }) : t('order.convertedAtMid', { from, to: currency });
  return {
    fee: { name: t('trade.fee'), about: t('explain.fee') },
    spread: { name: t('trade.spreadCost'), about: t('explain.spread') },
    swap: { name: t('cost.swapNight'), about: t('explain.swap') },
    conversion: { name: t('order.conversion'), about: converted },
    total: { name: t('cost.total'), about: `${t('trade.fee')} + ${t('trade.spreadCost')}` },
  };
}

/** Every cost of an order by name, in money and as pips of this order, zeros too, each with the sign of what it does to the balance (R-TKT-02, R-TKT-04). */
export function CostRows({ costs, terms, explains }: CostRowsProps) {
  return (
    <>
      <Row term={terms.fee} explains={explains} cost={costs?.fee} />
      <Row term={terms.spread} explains={explains} cost={costs?.spread} />
      <Row term={terms.swap} explains={explains} cost={costs?.swap} />
      <Row term={terms.conversion} explains={explains} cost={costs?.conversion} />
      <Row term={terms.total} explains={explains} cost={costs?.total} isTotal />
    </>
  );
}

interface RowProps {
  readonly term: Term;
  readonly explains: boolean;
  readonly cost: Cost | undefined;
  readonly isTotal?: boolean;
}

function Row({ term, explains, cost, isTotal = false }: RowProps) {
  const amount = cost === undefined ? null : formatMoney(cost.amount);
  return (
    <div className={cx(keyValueStyles.row, isTotal && keyValueStyles.strong)} data-testid="cost-row">
      <dt>{explains ? <Explained {...term} /> : term.name}</dt>
      <dd className={cx(figuresStyles.live, figuresStyles.ofAccount)}>
        {cost === undefined ? (
          missing
        ) : (
          <>
            <span className={styles.aside}>
              {plural('trade.pips', pipsText(-cost.pipTenths, 10, cost.pipTenths !== 0))}
              {' · '}
            </span>
            <span className={figuresStyles.number}>{costText(amount)}</span>
          </>
        )}
      </dd>
    </div>
  );
}
