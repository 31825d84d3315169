import { t } from '../../../i18n/text.ts';
import bannerStyles from '../../../ui/Banner.module.css';
import { cx } from '../../../ui/class-names.ts';
import figuresStyles from '../../../ui/Figures.module.css';
import { Icon } from '../../../ui/Icon.tsx';
import { Countdown } from '../../../widgets/Countdown.tsx';
import { zonedTimeText } from '../../../widgets/zoned-time.ts';
import styles from './Ticket.module.css';
import type { TicketHandle } from './use-ticket.ts';

/** Reason why no order can be sent now, and when it can again. */
export function StateNote({ handle }: { handle: TicketHandle }) {
  const { state } = handle.context;
  const { nextOpenMs } = handle.facts;
  const opens =
    nextOpenMs === null ? t('trade.closedText') : t('trade.closedUntil', { time: zonedTimeText(nextOpenMs) });
  const [title, text] =
    state === 'closed'
      ? [t('trade.closedTitle'), opens]
      : state === 'halted' || state === 'wide'
        ? [t(state === 'wide' ? 'trade.wideTitle' : 'trade.haltedTitle'), t('trade.haltedText')]
        : state === 'no-price'
          ? [t('trade.noPriceTitle'), t('trade.noPriceText')]
          : state === 'paused'
            ? [t('trade.pausedTitle'), t('trade.pausedText')]
            : [t('trade.staleTitle'), t('trade.staleText')];
  return (
    <div className={cx(bannerStyles.note, styles.note)} role="status">
      <Icon name={state === 'closed' ? 'moon' : 'clock'} size={18} />
      <span>
        <b className={styles.title}>{title}</b> {text}
        {state === 'closed' ? (
          <Countdown untilMs={nextOpenMs} render={(left) => <b className={figuresStyles.number}> {left}</b>} />
        ) : null}
      </span>
    </div>
  );
}
