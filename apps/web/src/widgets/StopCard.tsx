import type { Money } from '@candor/domain/values/money';
import { formatMoney } from '@candor/domain/values/money';
import { pipsText, signedText } from '../format/number-text.ts';
import { missing } from '../format/price-text.ts';
import { t } from '../i18n/text.ts';
import { FigureInput } from '../ui/FigureInput.tsx';
import { Stepper } from '../ui/Stepper.tsx';
import { Toggle } from '../ui/Toggle.tsx';

export interface StopCardProps {
  readonly label: string;
  /** The level as text; null while it is off. */
  readonly value: string | null;
  readonly figures: { readonly ticks: number; readonly money: Money | null } | null;
  readonly pipTicks: number;
  readonly currency: string | null;
  readonly problem: string | null;
  /** The tall one of the edit sheet. */
  readonly isLarge?: boolean;
  readonly onToggle: (isOn: boolean) => void;
  readonly onStep: (direction: 1 | -1) => void;
  readonly onType: (typed: string) => void;
  /** The distance typed in pips, or the worth in money, in place of the price. */
  readonly onPips: (typed: string) => void;
  readonly onMoney: (typed: string) => void;
}

/** A toggle, a price stepper, and what the level is worth: pips left, money right (DESIGN 4). Off is sent as 0. */
export function StopCard(props: StopCardProps) {
  const { label, value, problem, isLarge = false } = props;
  return (
    <div
      className={`stopc ${problem === null ? '' : 'is-bad'}`}
      role="group"
      aria-label={label}
      style={isLarge ? { padding: '10px 12px 12px' } : undefined}
    >
      <div className="stopc-h" style={isLarge ? { paddingInlineStart: 4 } : undefined}>
        <span>{label}</span>
        <Toggle label={label} isOn={value !== null} onChange={props.onToggle} />
      </div>
      {value === null ? (
        <p className="xs t3" style={{ padding: '0 6px 4px' }}>
          {t('trade.off')}
        </p>
      ) : (
        <>
          <Stepper
            label={label}
            className={isLarge ? 'stepper--lg stepper--well' : 'stepper--sm'}
            value={value}
            isBad={problem !== null}
            onStep={props.onStep}
            onType={props.onType}
          />
          {problem === null ? <Worth {...props} /> : <p className="stopc-e">{problem}</p>}
        </>
      )}
    </div>
  );
}

function Worth({ label, figures, pipTicks, currency, onPips, onMoney, isLarge = false }: StopCardProps) {
  const ticks = figures?.ticks ?? 0;
  const pips = figures === null ? missing : pipsText(ticks, pipTicks);
  const worth = figures?.money ?? null;
  const money = worth === null ? missing : signedText(formatMoney(worth));
  const direction = ticks === 0 ? 'flat' : ticks > 0 ? 'up' : 'down';
  return (
    <div className={`stopc-p num ${direction}`}>
      <FigureInput
        label={`${label} · ${t('trade.byPips')}`}
        text={isLarge ? t('trade.pipsFromOpen', { pips }) : t('trade.pips', { pips })}
        value={pips}
        onType={onPips}
      />
      <FigureInput
        label={`${label} · ${t('trade.byMoney')}`}
        text={currency === null ? money : `${money} ${currency}`}
        value={money}
        onType={onMoney}
      />
    </div>
  );
}

/** Risk against reward, shown once both stops are set. */
export function RiskReward({ risk, reward }: { risk: number; reward: number }) {
  if (risk <= 0 || reward <= 0) return null;
  return (
    <div className="rr num">
      <span className="down b">{t('trade.risk')}</span>
      <span className="rr-b">
        <i style={{ flex: risk, background: 'var(--color-down-fill)' }} />
        <i style={{ flex: reward, background: 'var(--color-up-fill)' }} />
      </span>
      <span className="up b">{t('trade.reward')}</span>
      <b>1 : {(reward / risk).toFixed(1)}</b>
    </div>
  );
}
