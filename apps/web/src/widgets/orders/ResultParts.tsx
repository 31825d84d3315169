import type { ReactNode } from 'react';
import type { InstrumentFacts } from '../../data/instruments.ts';
import type { Order, OrderCosts } from '../../data/order.ts';
import { directionOf, exactText, inSentence, signedExactText, unsignedText } from '../../format/number-text.ts';
import { localeTag, plural, sentences, t } from '../../i18n/text.ts';
import { useSession } from '../../session/session-store.ts';
import { cx, directionClass } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import { Tailed } from '../../ui/Figures.tsx';
import keyValueStyles from '../../ui/KeyValue.module.css';
import typographyStyles from '../../ui/typography.module.css';
import { costShare, midText, netResult, nightsCharged, paidPips, unitsText } from './order-figures.ts';
import styles from './ResultParts.module.css';

/** Causes of a closed order's net result, line by line, zeros too (R-JRN-01). */
export function ResultParts({ order, facts }: { order: Order; facts: InstrumentFacts | undefined }) {
  const { costs } = order;
  const net = costs?.net ?? netResult(order);
  return (
    <section className={styles.parts}>
      <h3 className={cx(typographyStyles.small, styles.title)}>{t('order.resultFrom')}</h3>
      <dl className={cx(keyValueStyles.well, styles.well)} data-part="well" data-testid="result-parts">
        {costs === null ? (
          <Part label={t('order.gross')} amount={order.profit} isResult />
        ) : (
          <MoveAndSpread order={order} costs={costs} facts={facts} />
        )}
        <Part label={t('trade.fee')} detail={t('order.feeAtOpen')} amount={negated(order.fee)} />
        <Part label={t('order.swap')} detail={facts && <Nights order={order} facts={facts} />} amount={order.swap} />
        {costs === null ? null : (
          <Part
            label={t('order.conversion')}
            detail={facts && <Converted facts={facts} />}
            amount={negated(costs.conversion)}
          />
        )}
        <div className={cx(keyValueStyles.row, styles.net)}>
          <dt>{t('order.net')}</dt>
          <dd className={cx(keyValueStyles.figure, directionClass[directionOf(net)])}>
            <Tailed number={signedExactText(net)} />
          </dd>
        </div>
      </dl>
      {costs === null ? null : <CostNote order={order} costs={costs} />}
    </section>
  );
}

function MoveAndSpread({
  order,
  costs,
  facts,
}: {
  order: Order;
  costs: OrderCosts;
  facts: InstrumentFacts | undefined;
}) {
  const { openQuote, closeQuote } = costs;
  return (
    <>
      <Part
        label={t('order.move')}
        detail={
          facts && (
            <span className={figuresStyles.number}>
              {`${midText(openQuote, facts.spec.digits)} › ${midText(closeQuote, facts.spec.digits)} × ${unitsText(order, facts.spec)}`}
            </span>
          )
        }
        amount={costs.move}
        isResult
      />
      <Part
        label={t('trade.spread')}
        detail={
          facts &&
          t('order.spreadParts', {
            open: plural('trade.pips', paidPips(openQuote, facts.spec)),
            close: plural('trade.pips', paidPips(closeQuote, facts.spec)),
          })
        }
        amount={negated(costs.spread)}
      />
    </>
  );
}

const signs = { up: '+', down: '−', flat: '' } as const;

/** A line of the sum: its sign, if any, before the label, its amount without one; a result keeps its sign and colour. */
function Part({
  label,
  detail,
  amount,
  isResult = false,
}: {
  label: string;
  detail?: ReactNode;
  amount: string;
  isResult?: boolean;
}) {
  const direction = directionOf(amount);
  return (
    <div className={cx(keyValueStyles.row, styles.part)}>
      <dt>
        {isResult ? null : <span className={styles.sign}>{signs[direction]}</span>}
        {label}
        {detail === undefined ? null : <small>{detail}</small>}
      </dt>
      <dd className={cx(keyValueStyles.figure, isResult && directionClass[direction])}>
        <Tailed number={isResult ? signedExactText(amount) : exactText(unsignedText(amount))} />
      </dd>
    </div>
  );
}

function Nights({ order, facts }: { order: Order; facts: InstrumentFacts }) {
  const nights = nightsCharged(order, facts.spec);
  return nights === 0 ? t('order.noNight') : plural('order.nights', nights);
}

function Converted({ facts }: { facts: InstrumentFacts }) {
  const currency = useSession((session) => session.user?.currency) ?? 'USD';
  const { quoteCurrency: from } = facts.spec;
  return from === currency
    ? t('order.nothingToConvert', { currency })
    : t('order.convertedAtMid', { from, to: currency });
}

/** Relates the parts to the posted gross profit; costs are compared with a move in the order's favour only. */
function CostNote({ order, costs }: { order: Order; costs: OrderCosts }) {
  const share = costShare(costs);
  const gross = t('order.grossOfMove', { gross: inSentence(signed(order.profit), localeTag()) });
  return (
    <p className={cx(typographyStyles.extraSmall, typographyStyles.tertiary, styles.note)}>
      {share === null ? gross : sentences(gross, t('order.costsTook', { share: inSentence(share, localeTag()) }))}
    </p>
  );
}

function signed(text: string): string {
  const { head, tail } = signedExactText(text);
  return head + tail;
}

function negated(text: string): string {
  return text.startsWith('-') ? text.slice(1) : `-${text}`;
}
