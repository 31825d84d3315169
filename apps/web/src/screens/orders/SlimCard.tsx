import { useState } from 'react';
import { useAccount } from '../../data/account.ts';
import { useBasicInfo } from '../../data/queries.ts';
import { balanceText, directionOf, ratioText, signedText } from '../../format/number-text.ts';
import { t } from '../../i18n/text.ts';
import { cx, directionClass } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import inkCardStyles from '../../ui/InkCard.module.css';
import { useHoldingMark } from '../../widgets/orders/use-order-list.ts';
import { gaugeFacts } from './gauge.ts';
import styles from './SlimCard.module.css';
import { SummaryCard } from './SummaryCard.tsx';

const liveFigure = cx(figuresStyles.number, figuresStyles.live, figuresStyles.ofAccount);

/** Account card of three figures and the margin in use; a tap shows all figures, and another hides them (R-SCR-06). */
export function SlimCard() {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.card} data-part="account-switch">
      {isOpen ? <SummaryCard /> : <SlimFigures />}
      <button
        type="button"
        className={styles.cover}
        data-testid="account-figures"
        aria-label={t('account.allFigures')}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
    </div>
  );
}

function SlimFigures() {
  const account = useAccount();
  return (
    <section
      className={cx(inkCardStyles.card, styles.slim)}
      data-part="account-card"
      data-theme="dark"
      aria-label={t('account.summary')}
      {...useHoldingMark()}
    >
      <dl>
        <div>
          <dt>{t('account.totalProfit')}</dt>
          <dd
            className={cx(liveFigure, styles.hero, directionClass[directionOf(account.profit)])}
            data-part="account-value"
            data-testid="total-profit"
          >
            {signedText(account.profit)}
          </dd>
        </div>
        <div>
          <dt>{t('account.netValue')}</dt>
          <dd className={liveFigure} data-testid="equity">
            {balanceText(account.equity)}
          </dd>
        </div>
        <div>
          <dt>{t('account.available')}</dt>
          <dd className={liveFigure}>{balanceText(account.freeMargin)}</dd>
        </div>
      </dl>
      <RatioBar riskRate={account.riskRate} marginLevel={account.marginLevel} />
    </section>
  );
}

/** Margin in use as a share of that of a margin call: full at the call. */
function RatioBar({ riskRate, marginLevel }: { riskRate: string | null; marginLevel: string | null }) {
  const info = useBasicInfo().data;
  const call = info?.marginCallLevel ?? '100';
  const { state, callAt, max } = gaugeFacts(riskRate, call, info?.stopOutLevel);
  const atCall = callAt * max;
  const percent = Math.round(Math.min(1, Number(riskRate ?? atCall) / atCall) * 1_000) / 10;
  const word = { ok: t('account.healthy'), warn: t('account.watch'), bad: t('account.danger') }[state];
  return (
    <div className={styles.ratio}>
      <span>
        {t('account.ratio')} <b className={liveFigure}>{ratioText(marginLevel)}</b>
      </span>
      <span
        className={styles.bar}
        role="meter"
        aria-label={t('account.ratio')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${ratioText(marginLevel)}, ${word}`}
      >
        <i className={{ ok: undefined, warn: styles.warn, bad: styles.bad }[state]} style={{ width: `${percent}%` }} />
      </span>
      <span>
        {t('account.marginCall')} <span className={figuresStyles.number}>{Number(call)}%</span>
      </span>
    </div>
  );
}
