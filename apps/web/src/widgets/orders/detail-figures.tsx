import type { ReactNode } from 'react';
import type { Order } from '../../data/order.ts';
import { groupDigits } from '../../format/price-text.ts';
import { dayClockText } from '../../format/time-text.ts';
import { zoneText } from '../../format/zone-text.ts';
import { localeTag, t } from '../../i18n/text.ts';
import { useSettings } from '../../session/settings-store.ts';
import { cx } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import typographyStyles from '../../ui/typography.module.css';
import styles from './OrderDetailSheet.module.css';

/** Stop-loss and take-profit. */
export function Stops({ order }: { order: Order }) {
  return (
    <>
      <Figure label={t('trade.stopLoss')}>
        <StopValue level={order.stopLoss} />
      </Figure>
      <Figure label={t('trade.takeProfit')}>
        <StopValue level={order.takeProfit} />
      </Figure>
    </>
  );
}

function StopValue({ level }: { level: string | null }) {
  return level === null ? (
    <span className={cx(typographyStyles.tertiary, figuresStyles.inText)}>{t('order.notSet')}</span>
  ) : (
    groupDigits(level)
  );
}

/** Time of an order in the zone of the user, which is named. */
export function Moment({ label, timeMs }: { label: string; timeMs: number | null }) {
  const zone = useSettings((settings) => settings.chartZone);
  return (
    <Figure label={`${label} · ${zoneText(zone)}`} isText>
      {timeMs === null ? '—' : dayClockText(timeMs, zone, localeTag())}
    </Figure>
  );
}

/** Figures of an order, two in a row. */
export function Grid({ children, isTight = false }: { children: ReactNode; isTight?: boolean }) {
  return (
    <dl className={cx(styles.figures, figuresStyles.number, figuresStyles.inText, isTight && styles.tight)}>
      {children}
    </dl>
  );
}

export function Figure({ label, isText = false, children }: { label: string; isText?: boolean; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{isText ? children : <span className={figuresStyles.number}>{children}</span>}</dd>
    </div>
  );
}
