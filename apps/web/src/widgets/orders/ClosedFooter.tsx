import type { InstrumentFacts } from '../../data/instruments.ts';
import type { Order } from '../../data/order.ts';
import { t } from '../../i18n/text.ts';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import { Icon } from '../../ui/Icon.tsx';
import { ShareResult } from './ShareResult.tsx';

/** Keys of a closed order: its result as a picture, and its chart with the user's note. */
export function ClosedFooter(props: { order: Order; facts: InstrumentFacts | undefined; onChart: () => void }) {
  const { order, facts, onChart } = props;
  return (
    <div className={buttonStyles.buttons}>
      <ShareResult order={order} facts={facts} />
      <button
        type="button"
        className={cx(buttonStyles.button, buttonStyles.primary)}
        data-testid="order-chart"
        onClick={onChart}
      >
        <Icon name="trade" size={18} />
        {t('journal.onChart')}
      </button>
    </div>
  );
}
