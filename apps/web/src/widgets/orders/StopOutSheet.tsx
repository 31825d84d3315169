import type { ReceiptFields } from '@candor/contracts/http/receipts';
import type { ReactNode } from 'react';
import type { Order } from '../../data/order.ts';
import { useInstruments } from '../../data/queries.ts';
import { readReceipt, useReceipts } from '../../data/receipts.ts';
import { balanceText, signedText } from '../../format/number-text.ts';
import { groupDigits } from '../../format/price-text.ts';
import { clockSecondsText } from '../../format/time-text.ts';
import { localeTag, t } from '../../i18n/text.ts';
import { useSettings } from '../../session/settings-store.ts';
import bannerStyles from '../../ui/Banner.module.css';
import { cx } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import { Icon } from '../../ui/Icon.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import timelineStyles from '../../ui/Timeline.module.css';
import typographyStyles from '../../ui/typography.module.css';
import { ReceiptLine } from './ReceiptLine.tsx';
import { ReceiptRules } from './ReceiptRules.tsx';
import styles from './StopOutSheet.module.css';
import { type StopOutStory, type StorySum, stopOutStory } from './stop-out-story.ts';

/** Story of a stop-out, from the order's receipts: the rule, the account before, the sum, the close and what followed. */
export function StopOutSheet({
  order,
  onClose,
  onReceipt,
}: {
  order: Order;
  onClose: () => void;
  onReceipt: () => void;
}) {
  const { closing, first, isError, isLoading } = useStopOutReceipts(order);
  const story = closing === undefined || first === undefined ? null : stopOutStory(closing, first);
  return (
    <Sheet label={t('why.title')} title={`${t('why.title')} · ${order.showCode}`} height="85%" onClose={onClose}>
      {story === null || closing === undefined ? (
        <p className={cx(typographyStyles.tertiary, typographyStyles.small)} role="status">
          {isError ? t('receipt.error') : isLoading ? t('common.loading') : t('why.unstated')}
        </p>
      ) : (
        <>
          <Story story={story} time={closing.time} />
          <ReceiptRules rules={closing.rules} />
        </>
      )}
      <ReceiptLine order={order} onOpen={onReceipt} />
    </Sheet>
  );
}

/** Receipts that state the reason: the order's own, and that of the first close if it was a further one. */
function useStopOutReceipts(order: Order) {
  const own = useReceipts(order.id, order.receiptIds.length);
  const closing = own.data?.map(readReceipt).find(({ rule }) => rule === 'stop-out');
  const reason = closing?.reason;
  const firstId = reason?.kind === 'further-stop-out' ? Number.parseInt(reason.first, 10) : null;
  const other = useReceipts(firstId, 2);
  const first = firstId === null ? closing : other.data?.map(readReceipt).find(({ id }) => id === `${firstId}-close`);
  return { closing, first, isError: own.isError || other.isError, isLoading: own.isLoading || other.isLoading };
}

function Story({ story, time }: { story: StopOutStory; time: ReceiptFields['time'] }) {
  const { percent, balance, positions, before, own, after } = story;
  const nameOf = useNames();
  return (
    <>
      <p className={styles.rule}>{t('why.rule', { percent })}</p>
      <ol className={cx(timelineStyles.timeline, timelineStyles.numbered, styles.steps)} data-testid="stop-out-story">
        <Step title={t('why.before')}>
          <Line>{t('why.balance', { amount: balanceText(balance) })}</Line>
          {positions.map(({ order, instrument, side, lots, openPrice, margin }) => (
            <Line key={order}>
              {t(side === 'buy' ? 'why.heldBuy' : 'why.heldSell', {
                code: nameOf(instrument),
                lots,
                price: groupDigits(openPrice),
                margin: balanceText(margin),
              })}
            </Line>
          ))}
        </Step>
        <Step title={t('why.crossed')} time={time}>
          {positions.map(({ order, instrument, price, result, closable }) => (
            <Line key={order}>
              {nameOf(instrument)} {groupDigits(price)}: {signedText(result)}
              {closable ? null : ` · ${t('why.shut')}`}
            </Line>
          ))}
          <Sum sum={before} />
          <p className={typographyStyles.tertiary}>{t('why.limit', { percent })}</p>
        </Step>
        <Step title={t('why.closed', { code: nameOf(own.instrument) })} time={time}>
          <Line>{t('why.at', { price: groupDigits(own.price), result: isolated(signedText(own.result)) })}</Line>
        </Step>
        <Step title={after.isOut ? t('why.goesOn') : t('why.stops')} time={time}>
          {after.ratio === null ? <Line>{t('why.noneLeft')}</Line> : <Sum sum={after} />}
        </Step>
      </ol>
      {story.isJustified ? null : (
        <div className={cx(bannerStyles.note, bannerStyles.warn, styles.wrong)} role="alert">
          <Icon name="warn" size={18} />
          <span>{t('why.wrong')}</span>
        </div>
      )}
    </>
  );
}

function Step({ title, time, children }: { title: string; time?: number; children: ReactNode }) {
  const zone = useSettings((settings) => settings.chartZone);
  return (
    <li>
      <div className={styles.head}>
        <h3>{title}</h3>
        {time === undefined ? null : (
          <time className={figuresStyles.number} dateTime={new Date(time).toISOString()}>
            {clockSecondsText(time, zone, localeTag())}
          </time>
        )}
      </div>
      {children}
    </li>
  );
}

function Line({ children }: { children: ReactNode }) {
  return <p className={cx(figuresStyles.number, figuresStyles.inText)}>{children}</p>;
}

/** Isolates a signed figure, so that its sign stays before it in a text from the right. */
function isolated(figure: string): string {
  return `\u2066${figure}\u2069`;
}

/** "259.00 ÷ 523.76 = 49.45%". */
function Sum({ sum: { equity, margin, ratio } }: { sum: StorySum }) {
  return (
    <p className={styles.sum}>
      <span className={figuresStyles.number}>
        {balanceText(equity)} ÷ {balanceText(margin)} = {ratio === null ? '—' : `${balanceText(ratio)}%`}
      </span>
    </p>
  );
}

/** Instruments by the code that receipts name, as the screens show them. */
function useNames(): (code: string) => string {
  const all = useInstruments().data ?? [];
  return (code) => all.find(({ spec }) => spec.code === code)?.spec.showCode ?? code;
}
