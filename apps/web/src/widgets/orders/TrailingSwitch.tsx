import { pipsText } from '../../format/number-text.ts';
import { plural, t } from '../../i18n/text.ts';
import { cx } from '../../ui/class-names.ts';
import { Toggle } from '../../ui/Toggle.tsx';
import typographyStyles from '../../ui/typography.module.css';
import styles from '../StopCard.module.css';

/** Switch of a stop-loss that follows the price, with the distance at which it would follow (R-ORD-34). */
export function TrailingSwitch({
  isOn,
  distance,
  pipTicks,
  onChange,
}: {
  isOn: boolean;
  /** In ticks; null while price or stop-loss is unknown. */
  distance: number | null;
  pipTicks: number;
  onChange: (isOn: boolean) => void;
}) {
  return (
    <div className={cx(styles.card, styles.large)} data-part="trailing">
      <div className={cx(styles.head, styles.largeHead)}>
        <span>{t('order.trailing')}</span>
        <Toggle className={styles.toggle} label={t('order.trailing')} isOn={isOn} onChange={onChange} />
      </div>
      {isOn && distance !== null ? (
        <p className={cx(typographyStyles.extraSmall, typographyStyles.tertiary, styles.hint)}>
          {t('order.trailingAt', { pips: plural('trade.pips', pipsText(distance, pipTicks, false)) })}
        </p>
      ) : null}
    </div>
  );
}
