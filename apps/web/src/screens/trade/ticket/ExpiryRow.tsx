import { useState } from 'react';
import { dayClockText } from '../../../format/time-text.ts';
import { localeTag, t } from '../../../i18n/text.ts';
import { useSettings } from '../../../session/settings-store.ts';
import { cx } from '../../../ui/class-names.ts';
import figuresStyles from '../../../ui/Figures.module.css';
import typographyStyles from '../../../ui/typography.module.css';
import choiceStyles from './LeverageChoice.module.css';
import { type Expiry, expiryAt } from './ticket-expiry.ts';
import type { TicketHandle } from './use-ticket.ts';

const choices: readonly Expiry[] = ['never', 'day', 'week'];

/** Choice of a pending order's expiry, with the moment that it means in the zone of the user (R-SCR-67). */
export function ExpiryRow({ handle }: { handle: TicketHandle }) {
  const zone = useSettings((settings) => settings.chartZone);
  const [nowMs] = useState(Date.now);
  const chosen = handle.ticket.expiry ?? 'never';
  const atMs = expiryAt(chosen, nowMs);
  const names = { never: t('trade.never'), day: t('trade.endOfDay'), week: t('trade.endOfWeek') };
  return (
    <div>
      <div className={typographyStyles.label}>
        <span>{t('order.expires')}</span>
        {atMs === null ? null : (
          <small className={cx(figuresStyles.number, figuresStyles.inText)}>
            {dayClockText(atMs, zone, localeTag(), false)}
          </small>
        )}
      </div>
      <div className={choiceStyles.choices} role="group" aria-label={t('order.expires')}>
        {choices.map((expiry) => (
          <button
            key={expiry}
            type="button"
            className={expiry === chosen ? choiceStyles.selected : undefined}
            aria-pressed={expiry === chosen}
            onClick={() => handle.change({ expiry })}
          >
            {names[expiry]}
          </button>
        ))}
      </div>
    </div>
  );
}
