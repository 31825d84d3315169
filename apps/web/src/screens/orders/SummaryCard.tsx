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
import { Tailed, TriangleOf } from '../../ui/Figures.tsx';
import { AccountBadge } from '../../widgets/AccountBadge.tsx';
import { gaugeFacts } from './gauge.ts';

/** Account summary: total profit, four figures, and the share of equity used as margin. */
export function SummaryCard() {
  const account = useAccount();
  const direction = directionOf(account.profit);
  return (
    <section className="ink" data-theme="dark" aria-label={t('account.summary')}>
      <div className="between">
        <span className="ink-l">{t('account.totalProfit')}</span>
        <AccountBadge />
      </div>
      <div className={`ink-v live ${direction}`} data-testid="total-profit">
        <TriangleOf direction={direction} size={15} />
        <Tailed number={tailedProfit(account.profit)} />
      </div>
      <dl className="ink-g">
        <Figure label={t('account.balance')}>
          <span className="num" data-testid="balance">
            {balanceText(account.balance)}
          </span>
        </Figure>
        <Figure label={t('account.netValue')}>
          <span className="num live" data-testid="equity">
            {balanceText(account.equity)}
          </span>
        </Figure>
        <Figure label={t('account.margin')}>
          <Tailed number={tailedMargin(account.margin)} />
        </Figure>
        <Figure label={t('account.available')}>
          <span className="num live">{balanceText(account.freeMargin)}</span>
        </Figure>
      </dl>
      <Gauge riskRate={account.riskRate} marginLevel={account.marginLevel} />
    </section>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
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
  const gauge = gaugeFacts(riskRate, info?.margin_call_level, info?.stop_out_level);
  const colour = { ok: undefined, warn: 'var(--color-warning-fill)', bad: 'var(--color-danger)' }[gauge.state];
  const word = { ok: t('account.healthy'), warn: t('account.watch'), bad: t('account.danger') }[gauge.state];
  return (
    <div className="gauge" style={colour === undefined ? undefined : { ['--g' as string]: colour }}>
      <div className="gauge-h">
        <span>
          {t('account.ratio')}
          <b className="num live">{ratioText(marginLevel)}</b>
        </span>
        <span>
          {t('account.riskRate')}
          <b className="num live">{ratioText(riskRate)}</b>
        </span>
      </div>
      <div
        className="gauge-t"
        role="meter"
        aria-label={t('account.riskRate')}
        aria-valuemin={0}
        aria-valuemax={gauge.max}
        aria-valuenow={Number(riskRate ?? gauge.max)}
        aria-valuetext={`${ratioText(riskRate)}, ${word}`}
      >
        {gauge.ticks.map((tick, index) => (
          <i key={index} className={tick} />
        ))}
      </div>
      <div className="gauge-x">
        <span className={`state-dot ${gauge.state}`}>{word}</span>
        <span style={{ ['--at' as string]: `${gauge.callAt * 100}%` }}>
          <span className="num">{gauge.callLabel}</span>
        </span>
        <span className="gauge-end">
          <span className="num">{gauge.stopLabel}</span>
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
    <dl className="ink ink--row" data-theme="dark" aria-label={t('account.summary')}>
      {figures.map(({ label, value, profit, isLive }) => (
        <Figure key={label} label={label}>
          <span className={`num ${isLive === true ? 'live' : ''} ${profit === undefined ? '' : directionOf(profit)}`}>
            {profit === undefined ? value : signedText(profit)}
          </span>
        </Figure>
      ))}
    </dl>
  );
}
