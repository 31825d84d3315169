import { t } from '../../i18n/text.ts';
import amountFieldStyles from '../../ui/AmountField.module.css';
import layoutStyles from '../../ui/layout.module.css';
import { Bone } from '../../ui/Skeleton.tsx';
import amountSectionStyles from './AmountSection.module.css';

export function WithdrawSkeleton() {
  return (
    <div className={layoutStyles.gutters} role="status" aria-label={t('common.loading')}>
      <section className={amountFieldStyles.card} aria-hidden="true">
        <Bone width="60%" height={18} />
        <Bone width="44%" height={34} marginTop={12} />
        <Bone height={34} marginTop={12} borderRadius={17} />
      </section>
      <div className={amountSectionStyles.sums} aria-hidden="true">
        <Bone height={18} marginBlock={5} />
        <Bone height={18} marginBlock={5} />
      </div>
      <section className={amountFieldStyles.card} aria-hidden="true">
        <Bone width="40%" height={18} />
        <Bone width="50%" height={34} marginTop={12} />
      </section>
    </div>
  );
}
