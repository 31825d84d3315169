import { useAccount } from '../../data/account.ts';
import type { InstrumentFacts } from '../../data/instruments.ts';
import type { Order } from '../../data/order.ts';
import type { Act, OpenOrder } from '../../data/shown-order.ts';
import { balanceText, costText, exactText, idText } from '../../format/number-text.ts';
import { groupDigits, missing } from '../../format/price-text.ts';
import { millisecondsText } from '../../format/time-text.ts';
import { localeTag, sentences, t } from '../../i18n/text.ts';
import { useSettings } from '../../session/settings-store.ts';
import bannerStyles from '../../ui/Banner.module.css';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import { Price as StillPrice, Tailed } from '../../ui/Figures.tsx';
import { Icon } from '../../ui/Icon.tsx';
import keyValueStyles from '../../ui/KeyValue.module.css';
import { Sheet } from '../../ui/Sheet.tsx';
import typographyStyles from '../../ui/typography.module.css';
import styles from './ActCards.module.css';
import { BeforeAfter, betterTicks, Row, Slippage, Zoned } from './act-rows.tsx';
import { ReceiptLine } from './ReceiptLine.tsx';
import { useUsualStop } from './usual-stop.ts';

export interface ActCardProps {
  readonly order: Order;
  readonly facts: InstrumentFacts;
  readonly act: Act;
  readonly onClose: () => void;
  readonly onShow: (open: OpenOrder) => void;
}

/** Card of a filled market order, in place of the ticket: price, slippage, costs, receipt, and the stop it lacks (R-JRN-02). */
export function FillCard({ order, facts, act, onClose, onShow }: ActCardProps) {
  const { digits } = facts.spec;
  const values = { lots: order.lots, code: order.showCode };
  return (
    <Sheet
      title={t('trade.confirmed')}
      label={t('trade.confirmed')}
      onClose={onClose}
      renderFooter={(close) => <Footer order={order} facts={facts} onDone={close} onShow={onShow} />}
    >
      <div className={styles.head} data-testid="fill-card">
        <span className={styles.dot}>
          <Icon name="check" size={24} />
        </span>
        <p className={cx(typographyStyles.small, typographyStyles.secondary)}>
          {order.side === 'buy' ? t('order.boughtOf', values) : t('order.soldOf', values)}
        </p>
        <StillPrice text={groupDigits(order.entryPrice)} digits={digits} className={styles.price} />
      </div>
      <FillRows order={order} facts={facts} act={act} />
      {order.receiptIds.length === 0 ? null : (
        <ReceiptLine order={order} onOpen={() => onShow({ order, view: 'receipt', act, card: 'filled' })} />
      )}
      {order.stopLoss === null ? <NoStop order={order} facts={facts} /> : null}
    </Sheet>
  );
}

function FillRows({ order, facts, act }: Pick<ActCardProps, 'order' | 'facts' | 'act'>) {
  const zone = useSettings((settings) => settings.chartZone);
  const better = betterTicks(order.entryPrice, act.shown, order.side === 'buy', facts.spec.digits);
  // The figures of the account hold the position once the account lists it.
  const after = useAccount((account) => (account.orders[order.id] === undefined ? null : account.freeMargin));
  return (
    <dl className={cx(keyValueStyles.well, styles.well, figuresStyles.inText)} data-part="well">
      {act.shown === null ? null : (
        <Row label={t('order.shownAtTap')}>
          <span className={figuresStyles.number}>{groupDigits(act.shown)}</span>
        </Row>
      )}
      {better === null ? null : <Slippage order={order} facts={facts} better={better} />}
      <Row label={t('trade.fee')}>
        <span className={figuresStyles.number}>{costText(order.fee)}</span>
      </Row>
      <Row label={t('order.marginAt', { multiple: order.leverage })}>
        <Tailed number={exactText(order.margin)} />
      </Row>
      <Row label={t('account.available')}>
        <BeforeAfter
          before={act.freeMargin === null ? null : balanceText(act.freeMargin)}
          after={after === null ? missing : balanceText(after)}
        />
      </Row>
      <Row label={t('order.time')}>
        <Zoned text={millisecondsText(order.openedAtMs ?? order.placedAtMs, zone, localeTag())} />
      </Row>
      <Row label={t('order.id')}>
        <span className={figuresStyles.number}>{idText(order.id)}</span>
      </Row>
    </dl>
  );
}

function NoStop({ order, facts }: Pick<ActCardProps, 'order' | 'facts'>) {
  const stop = useUsualStop(order, facts);
  return (
    <p className={cx(bannerStyles.note, bannerStyles.warn, styles.warning)} data-testid="no-stop">
      <Icon name="warn" size={18} />
      <span>{stop === null ? t('order.noStopYet') : sentences(t('order.noStopYet'), stop.text)}</span>
    </p>
  );
}

function Footer({
  order,
  facts,
  onDone,
  onShow,
}: Pick<ActCardProps, 'order' | 'facts' | 'onShow'> & { onDone: () => void }) {
  const stop = useUsualStop(order, facts);
  const hasStop = order.stopLoss !== null;
  const add = () => onShow({ order, view: 'stops', ...(stop !== null && { stopStart: stop.level }) });
  return (
    <div className={buttonStyles.buttons}>
      <button
        type="button"
        className={cx(buttonStyles.button, hasStop ? buttonStyles.primary : buttonStyles.secondary)}
        data-testid="act-done"
        onClick={onDone}
      >
        {t('order.done')}
      </button>
      {hasStop ? null : (
        <button type="button" className={cx(buttonStyles.button, buttonStyles.primary)} onClick={add}>
          <Icon name="target" size={20} />
          {t('trade.addStop')}
        </button>
      )}
    </div>
  );
}
