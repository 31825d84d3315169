import { formatPrice, type Price } from '@candor/domain/values/price';
import { groupDigits } from '../../../format/price-text.ts';
import { t } from '../../../i18n/text.ts';
import buttonStyles from '../../../ui/Button.module.css';
import { cx } from '../../../ui/class-names.ts';
import figuresStyles from '../../../ui/Figures.module.css';
import typographyStyles from '../../../ui/typography.module.css';
import styles from './TicketDock.module.css';
import type { TicketHandle } from './use-ticket.ts';

export interface DraftDockProps {
  readonly handle: TicketHandle;
  readonly className?: string | undefined;
  readonly isFloating: boolean;
  /** Returns to the ticket. */
  readonly onDone: () => void;
}

/** In the ticket's place while the target price is set on the chart: the price, and the way back (R-CHT-04). */
export function DraftDock({ handle, className, isFloating, onDone }: DraftDockProps) {
  const { ticket, facts } = handle;
  const price = ticket.target === null ? '' : formatPrice(ticket.target as Price, facts.spec.digits);
  return (
    <section
      className={cx(styles.dock, isFloating ? styles.draftFloating : className)}
      data-part="draft-dock"
      aria-label={t('trade.targetPrice')}
    >
      <p className={cx(typographyStyles.small, typographyStyles.secondary)}>{t('chart.dragToSet')}</p>
      <div className={styles.controls}>
        <b className={cx(figuresStyles.number, styles.draftPrice)} data-part="draft-price">
          {groupDigits(price)}
        </b>
        <button
          type="button"
          className={cx(buttonStyles.button, buttonStyles.primary, buttonStyles.medium)}
          onClick={onDone}
        >
          {t('order.done')}
        </button>
      </div>
    </section>
  );
}
