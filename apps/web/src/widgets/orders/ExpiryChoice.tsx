import { useState } from 'react';
import { dayClockText } from '../../format/time-text.ts';
import { localeTag, t } from '../../i18n/text.ts';
import { useSettings } from '../../session/settings-store.ts';
import { cx } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import typographyStyles from '../../ui/typography.module.css';
import { Zoned } from './act-rows.tsx';
import styles from './ExpiryChoice.module.css';
import { type Expiry, endOfDate, expiryAt } from './pending-expiry.ts';

const named = ['never', 'day', 'week'] as const;
const dayMs = 86_400_000;
/** Last day to pick; a later one would be refused (R-ORD-05). */
const daysMax = 365;

/** Choice of a pending order's expiry, with the moment that it means in the zone of the user (R-SCR-67, R-ORD-43). */
export function ExpiryChoice({ expiry, onChange }: { expiry: Expiry; onChange: (expiry: Expiry) => void }) {
  const zone = useSettings((settings) => settings.chartZone);
  const [nowMs] = useState(Date.now);
  const [isPicking, setPicking] = useState(false);
  const isPicked = typeof expiry === 'number';
  const atMs = expiryAt(expiry, nowMs);
  const names = { never: t('trade.never'), day: t('trade.endOfDay'), week: t('trade.endOfWeek') };
  const dateOf = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10);
  return (
    <div>
      <div className={typographyStyles.label}>
        <span>{t('order.expires')}</span>
        {atMs === null ? null : (
          <small className={cx(figuresStyles.number, figuresStyles.inText)}>
            <Zoned text={dayClockText(atMs, zone, localeTag(), false)} />
          </small>
        )}
      </div>
      <div className={styles.choices} role="group" aria-label={t('order.expires')}>
        {named.map((one) => (
          <button
            key={one}
            type="button"
            className={cx(one === expiry && !isPicking && styles.selected)}
            aria-pressed={one === expiry && !isPicking}
            onClick={() => {
              setPicking(false);
              onChange(one);
            }}
          >
            {names[one]}
          </button>
        ))}
        <button
          type="button"
          className={cx((isPicked || isPicking) && styles.selected)}
          aria-pressed={isPicked || isPicking}
          onClick={() => setPicking(true)}
        >
          {t('order.pickDay')}
        </button>
      </div>
      {isPicking || isPicked ? (
        <input
          type="date"
          className={styles.date}
          aria-label={t('order.pickDay')}
          min={dateOf(nowMs)}
          max={dateOf(nowMs + daysMax * dayMs)}
          value={isPicked ? dateOf(expiry) : ''}
          onChange={(event) => {
            const endMs = endOfDate(event.currentTarget.value);
            if (endMs === null) return;
            setPicking(false);
            onChange(endMs);
          }}
        />
      ) : null}
    </div>
  );
}
