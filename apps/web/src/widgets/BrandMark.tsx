import { useState } from 'react';
import { useBrand } from '../data/company.ts';
import { cx } from '../ui/class-names.ts';
import { Icon } from '../ui/Icon.tsx';
import styles from './BrandMark.module.css';

/** The company's logo in a square, or the product's mark. */
export function BrandMark({ className }: { className?: string | undefined }) {
  const { logo } = useBrand();
  const [broken, setBroken] = useState<string | null>(null);
  if (logo === '' || logo === broken) {
    return (
      <span className={cx(styles.mark, className)}>
        <Icon name="trade" />
      </span>
    );
  }
  return (
    <span className={cx(styles.mark, className)}>
      <img src={logo} alt="" onError={() => setBroken(logo)} />
    </span>
  );
}
