import { publicPaths } from '@candor/contracts/http/paths';
import type { ReceiptFields, SignedReceipt } from '@candor/contracts/http/receipts';
import { type Verdict, verifyReceipt } from '@candor/receipt-signature/verify-receipt';
import { type ReactNode, useState } from 'react';
import type { Order } from '../../data/order.ts';
import { fetchReceiptKeys, readReceipt, useReceipts } from '../../data/receipts.ts';
import { costText, exactText, signedExactText, signedText } from '../../format/number-text.ts';
import { groupDigits } from '../../format/price-text.ts';
import { dayClockText } from '../../format/time-text.ts';
import { zoneText } from '../../format/zone-text.ts';
import { localeTag, t } from '../../i18n/text.ts';
import { downloadText } from '../../platform/share.ts';
import { useSettings } from '../../session/settings-store.ts';
import bannerStyles from '../../ui/Banner.module.css';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import { Tailed } from '../../ui/Figures.tsx';
import { Icon } from '../../ui/Icon.tsx';
import keyValueStyles from '../../ui/KeyValue.module.css';
import { Sheet } from '../../ui/Sheet.tsx';
import typographyStyles from '../../ui/typography.module.css';
import { toastError } from '../toast-error.ts';
import styles from './OrderSheets.module.css';
import { ReceiptNights } from './ReceiptNights.tsx';
import { ReceiptRules } from './ReceiptRules.tsx';
import { worstOf } from './receipt-check.ts';

/**
 * Receipts of an order: the quote behind each fill, as signed by the platform, and whether the signature is valid
 * (R-ORD-25).
 */
export function ReceiptSheet({ order, onClose }: { order: Order; onClose: () => void }) {
  const { data: receipts, isError } = useReceipts(order.id, order.receiptIds.length);
  const [verdict, setVerdict] = useState<Verdict | 'busy' | null>(null);

  async function verify(given: readonly SignedReceipt[]): Promise<void> {
    setVerdict('busy');
    try {
      const keys = await fetchReceiptKeys();
      setVerdict(worstOf(await Promise.all(given.map((receipt) => verifyReceipt(receipt, keys)))));
    } catch (error) {
      setVerdict(null);
      toastError(error);
    }
  }

  const isReady = receipts !== undefined && receipts.length > 0;
  return (
    <Sheet
      label={t('receipt.title')}
      title={`${t('receipt.title')} · ${order.showCode}`}
      height="80%"
      onClose={onClose}
      renderFooter={() => (
        <div className={buttonStyles.buttons}>
          <button
            type="button"
            className={cx(buttonStyles.button, buttonStyles.secondary)}
            disabled={!isReady}
            onClick={() => downloadText(`candor-receipt-${order.id}.json`, `${JSON.stringify(receipts, null, 2)}\n`)}
          >
            {t('receipt.download')}
          </button>
          <button
            type="button"
            className={cx(buttonStyles.button, buttonStyles.primary)}
            disabled={!isReady || verdict === 'busy'}
            onClick={() => void verify(receipts ?? [])}
          >
            {t('receipt.verify')}
          </button>
        </div>
      )}
    >
      <div role="status">{verdict === null || verdict === 'busy' ? null : <VerdictNote verdict={verdict} />}</div>
      {isReady ? receipts.map((receipt) => <ReceiptFacts key={receipt.id} facts={readReceipt(receipt)} />) : null}
      {isReady ? (
        <a className={cx(buttonStyles.button, buttonStyles.outline, buttonStyles.wide)} href={publicPaths.verify}>
          {t('receipt.elsewhere')}
        </a>
      ) : null}
      {isReady ? null : (
        <p className={cx(typographyStyles.tertiary, typographyStyles.small)}>
          {isError ? t('receipt.error') : emptyText(receipts)}
        </p>
      )}
    </Sheet>
  );
}

function emptyText(receipts: readonly SignedReceipt[] | undefined): string {
  return receipts === undefined ? t('common.loading') : t('receipt.none');
}

function VerdictNote({ verdict }: { verdict: Verdict }) {
  const isGood = verdict === 'verified';
  const text = {
    verified: t('receipt.verified'),
    'not-verified': t('receipt.notVerified'),
    cannot: t('receipt.cannot'),
  };
  return (
    <div
      className={cx(isGood ? bannerStyles.note : cx(bannerStyles.note, bannerStyles.warn), styles.verdict)}
      data-testid="receipt-verdict"
    >
      <Icon name={isGood ? 'okay' : 'warn'} size={18} />
      <span>{text[verdict]}</span>
    </div>
  );
}

function ReceiptFacts({ facts }: { facts: ReceiptFields }) {
  const isOpening = facts.openPrice === null;
  const { quote, rate } = facts;
  return (
    <section className={styles.section} aria-label={isOpening ? t('receipt.opened') : t('receipt.closed')}>
      <h3 className={cx(typographyStyles.small, typographyStyles.strong, styles.sectionTitle)}>
        {isOpening ? t('receipt.opened') : t('receipt.closed')} · {ruleText(facts.rule)}
      </h3>
      <dl className={cx(keyValueStyles.well, figuresStyles.number, figuresStyles.inText)} data-part="well">
        <Fact label={t('receipt.price')}>{groupDigits(facts.price)}</Fact>
        <Fact label={t('receipt.bidAsk')}>
          {quote === null ? t('receipt.noQuote') : `${groupDigits(quote.bid)} / ${groupDigits(quote.ask)}`}
        </Fact>
        {quote === null ? null : <QuoteName quote={quote} />}
        {rate?.pair ? (
          <Fact label={t('receipt.rate', { from: rate.from, to: rate.to })}>
            {rate.pair.instrument} {groupDigits(rate.pair.bid)} / {groupDigits(rate.pair.ask)}
          </Fact>
        ) : null}
        <Fact label={t('trade.lots')}>{facts.lots}</Fact>
        {isOpening ? (
          <Fact label={t('trade.margin')}>
            <Tailed number={exactText(facts.margin)} />
          </Fact>
        ) : null}
        {isOpening ? <Fact label={t('trade.fee')}>{costText(facts.fee)}</Fact> : null}
        {isOpening ? null : (
          <Fact label={t('account.profit')}>
            <Tailed number={signedExactText(facts.profit)} />
          </Fact>
        )}
        {isOpening ? null : <Fact label={t('order.swap')}>{signedText(facts.swap)}</Fact>}
        <Reason facts={facts} />
        <Fact label={t('receipt.number')}>{facts.number}</Fact>
      </dl>
      {facts.swaps ? <ReceiptNights swaps={facts.swaps} /> : null}
      <ReceiptRules rules={facts.rules} />
    </section>
  );
}

/** Price that the trader saw, and the last move of a stop that trailed (R-ORD-40). */
function Reason({ facts: { asked, reason } }: { facts: ReceiptFields }) {
  return (
    <>
      {asked ? <Fact label={t('receipt.asked')}>{groupDigits(asked.price)}</Fact> : null}
      {asked ? <Fact label={t('receipt.deviation')}>{groupDigits(asked.deviation)}</Fact> : null}
      {reason?.kind === 'trailed' ? (
        <>
          <Fact label={t('receipt.trailDistance')}>{groupDigits(reason.distance)}</Fact>
          <Fact label={t('receipt.trailMoves')}>{reason.moves}</Fact>
          <Fact label={t('receipt.trailQuote')}>
            {groupDigits(reason.quote.bid)} / {groupDigits(reason.quote.ask)}
          </Fact>
        </>
      ) : null}
    </>
  );
}

function QuoteName({ quote }: { quote: NonNullable<ReceiptFields['quote']> }) {
  const zone = useSettings((settings) => settings.chartZone);
  return (
    <>
      <Fact label={t('receipt.quote')}>
        {quote.source} · {quote.seq}
      </Fact>
      <Fact label={`${t('receipt.quoteTime')} · ${zoneText(zone)}`}>{dayClockText(quote.time, zone, localeTag())}</Fact>
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={keyValueStyles.row}>
      <dt>{label}</dt>
      <dd>
        <bdi>{children}</bdi>
      </dd>
    </div>
  );
}

function ruleText(rule: ReceiptFields['rule']): string {
  switch (rule) {
    case 'market-open':
      return t('order.market');
    case 'limit-fill':
      return t('order.limit');
    case 'stop-fill':
      return t('order.stop');
    case 'user-close':
      return t('receipt.byUser');
    case 'stop-loss':
      return t('order.byStopLoss');
    case 'take-profit':
      return t('order.byTakeProfit');
    case 'stop-out':
      return t('order.byStopOut');
    case 'demo-reset':
      return t('order.byReset');
  }
}
