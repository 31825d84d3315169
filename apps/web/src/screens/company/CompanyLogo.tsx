import { useState } from 'react';
import { cx } from '../../ui/class-names.ts';
import styles from './CompanySearch.module.css';

export interface CompanyLogoProps {
  readonly name: string;
  readonly src: string;
  readonly className?: string | undefined;
}

/** Company logo; its first letter on a colour if there is no logo or it does not load. */
export function CompanyLogo({ name, src, className }: CompanyLogoProps) {
  const [isBroken, setBroken] = useState(false);
  if (src !== '' && !isBroken) {
    return (
      <img className={cx(styles.logo, className)} src={src} alt="" loading="lazy" onError={() => setBroken(true)} />
    );
  }
  let hue = 0;
  for (const char of name) hue = (hue * 31 + (char.codePointAt(0) ?? 0)) % 360;
  return (
    <span className={cx(styles.logo, styles.letter, className)} style={{ ['--h' as string]: hue }} aria-hidden="true">
      {Array.from(name.trim())[0]?.toUpperCase()}
    </span>
  );
}
