import type { ReactNode } from 'react';
import { useAccount } from '../../data/account.ts';
import { useBasicInfo } from '../../data/queries.ts';
import {
  balanceText,
  directionOf,
  ratioText,
  signedText,
  tailedMargin,
  tailedProfit,
} from '../../format/number-text.ts';
import { t } from '../../i18n/text.ts';
import { cx, directionClass } from '../../ui/class-names.ts';
import { Explained } from '../../ui/Explained.tsx';
import figuresStyles from '../../ui/Figures.module.css';
import { Tailed, TriangleOf } from '../../ui/Figures.tsx';
import inkCardStyles from '../../ui/InkCard.module.css';
import layoutStyles from '../../ui/layout.module.css';
import { AccountBadge } from '../../widgets/AccountBadge.tsx';
import { useHoldingMark } from '../../widgets/orders/use-order-list.ts';
import { AccountTerm } from './AccountTerm.tsx';
import { gaugeFacts } from './gauge.ts';
import styles from './SummaryCard.module.css';

/** Classes of a figure of the account that follows the prices. */
const liveFigure = cx(figuresStyles.live, figuresStyles.ofAccount);

/** Account summary: total profit, four figures, and the share of equity used as margin. */
export function SummaryCard() {
  const account = useAccount();
  const direction = directionOf(account.profit);
  return (
    <section
      className={inkCardStyles.card}
      data-part="account-card"
      data-theme="dark"
      aria-label={t('account.summary')}
      {...useHoldingMark()}
    >
      <div className={layoutStyles.apart}>
        <span className={inkCardStyles.label}>
          <Explained name={t('account.totalProfit')} about={t('explain.profit')} />
        </span>
        <AccountBadge />
      </div>
      <div
        className={cx(inkCardStyles.value, liveFigure, directionClass[direction])}
        data-part="account-value"
        data-testid="total-profit"
      >
        <TriangleOf direction={direction} size={15} />
        <Tailed number={tailedProfit(account.profit)} />
      </div>
      <dl className={styles.figures}>
        <Figure label={<AccountTerm figure="balance" />}>
          <span className={figuresStyles.number} data-testid="balance">
            {balanceText(account.balance)}
          </span>
        </Figure>
        <Figure label={<AccountTerm figure="netValue" />}>
          <span className={cx(figuresStyles.number, liveFigure)} data-testid="equity">
            {balanceText(account.equity)}
          </span>
        </Figure>
        <Figure label={<AccountTerm figure="margin" />}>
          <Tailed number={tailedMargin(account.margin)} />
        </Figure>
        <Figure label={<AccountTerm figure="available" />}>
          <span className={cx(figuresStyles.number, liveFigure)}>{balanceText(account.freeMargin)}</span>
        </Figure>
      </dl>
      <Gauge riskRate={account.riskRate} marginLevel={account.marginLevel} />
    </section>
  );
}

function Figure({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/**
 * Gauge of fifty-one ticks from zero to the stop-out, with a long tick at the margin call; dot and word name the state.
 */
function Gauge({ riskRate, marginLevel }: { riskRate: string | null; marginLevel: string | null }) {
  const info = useBasicInfo().data;
  const gauge = gaugeFacts(riskRate, info?.marginCallLevel, info?.stopOutLevel);
  const colour = { ok: undefined, warn: 'var(--color-warning-fill)', bad: 'var(--color-danger)' }[gauge.state];
  const word = { ok: t('account.healthy'), warn: t('account.watch'), bad: t('account.danger') }[gauge.state];
  return (
    <div className={styles.gauge} style={colour === undefined ? undefined : { ['--g' as string]: colour }}>
      <div className={styles.gaugeHead}>
        <span>
          <AccountTerm figure="ratio" />
          <b className={cx(figuresStyles.number, liveFigure)}>{ratioText(marginLevel)}</b>
        </span>
        <span>
          <AccountTerm figure="riskRate" />
          <b className={cx(figuresStyles.number, liveFigure)}>{ratioText(riskRate)}</b>
        </span>
      </div>
      <div
        className={styles.gaugeTicks}
        role="meter"
        aria-label={t('account.riskRate')}
        aria-valuemin={0}
        aria-valuemax={gauge.max}
        aria-valuenow={Number(riskRate ?? gauge.max)}
        aria-valuetext={`${ratioText(riskRate)}, ${word}`}
      >
        {gauge.ticks.map((tick, index) => (
          <i key={index} className={{ on: styles.reached, m: styles.mark, '': undefined }[tick]} />
        ))}
      </div>
      <div className={styles.gaugeScale}>
        <span
          className={cx(styles.state, liveFigure, { ok: styles.good, warn: styles.warn, bad: styles.bad }[gauge.state])}
        >
          {word}
        </span>
        <span style={{ ['--at' as string]: `${gauge.callAt * 100}%` }}>
          <span className={figuresStyles.number}>{gauge.callLabel}</span>
        </span>
        <span className={styles.scaleEnd}>
          <span className={figuresStyles.number}>{gauge.stopLabel}</span>
        </span>
      </div>
    </div>
  );
}

export function CompactCard({
  figures,
}: {
  figures: readonly { label: string; value: string; profit?: string | null; isLive?: true }[];
}) {
  return (
    <dl
      className={cx(inkCardStyles.card, inkCardStyles.figures)}
      data-part="account-card"
      data-theme="dark"
      aria-label={t('account.summary')}
      {...useHoldingMark()}
    >
      {figures.map(({ label, value, profit, isLive }) => (
        <Figure key={label} label={label}>
          <span
            className={cx(
              figuresStyles.number,
              isLive === true && liveFigure,
              profit === undefined ? undefined : directionClass[directionOf(profit)],
            )}
          >
            {profit === undefined ? value : signedText(profit)}
          </span>
        </Figure>
      ))}
    </dl>
  );
}
