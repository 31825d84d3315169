import { cx } from '../ui/class-names.ts';
import layoutStyles from '../ui/layout.module.css';
import { Bone } from '../ui/Skeleton.tsx';
import styles from './FieldSkeletons.module.css';
/** Skeletons of form fields. */
export function FieldSkeletons({ count }: { count: number }) {
  return (
    <div className={cx(layoutStyles.column, styles.fields)} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={cx(layoutStyles.column, styles.field)}>
          <Bone width={92} height={14} />
          <Bone height={52} borderRadius={12} />
        </div>
      ))}
    </div>
  );
}
