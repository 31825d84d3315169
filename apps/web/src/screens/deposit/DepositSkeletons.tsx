import { t } from '../../i18n/text.ts';
import cardStyles from '../../ui/Card.module.css';
import { cx } from '../../ui/class-names.ts';
import layoutStyles from '../../ui/layout.module.css';
import { Bone } from '../../ui/Skeleton.tsx';
import addressCardStyles from './AddressCard.module.css';
import addressChipsStyles from './AddressChips.module.css';
import styles from './Deposit.module.css';
import wireDetailsStyles from './WireDetails.module.css';

export function CoinSkeleton() {
  return (
    <div role="status" aria-label={t('common.loading')}>
      <div className={addressChipsStyles.options} data-part="options" aria-hidden="true">
        {[0, 1, 2].map((index) => (
          <Bone key={index} width={112} height={56} borderRadius={16} flex="none" />
        ))}
      </div>
      <div className={cx(layoutStyles.gutters, styles.cardPlace)} aria-hidden="true">
        <section className={cx(cardStyles.card, addressCardStyles.card)} data-part="qr-card">
          <Bone width={192} height={192} borderRadius={16} />
          <Bone width={200} height={44} />
          <Bone width="100%" height={44} borderRadius={12} />
        </section>
      </div>
    </div>
  );
}

export function WireSkeleton() {
  return (
    <div className={layoutStyles.gutters} role="status" aria-label={t('common.loading')}>
      <section className={cx(cardStyles.card, wireDetailsStyles.rows)} aria-hidden="true">
        {['52%', '72%', '44%'].map((width) => (
          <div key={width} className={wireDetailsStyles.row}>
            <Bone width={width} height={30} />
          </div>
        ))}
      </section>
    </div>
  );
}
