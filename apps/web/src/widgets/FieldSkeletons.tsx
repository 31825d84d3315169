import layoutStyles from '../ui/layout.module.css';
import { Bone } from '../ui/Skeleton.tsx';
/** Skeletons of form fields. */
export function FieldSkeletons({ count }: { count: number }) {
  return (
    <div className={layoutStyles.column} style={{ gap: 20, marginTop: 22 }} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={layoutStyles.column} style={{ gap: 8 }}>
          <Bone width={92} height={14} />
          <Bone height={52} borderRadius={12} />
        </div>
      ))}
    </div>
  );
}
