import type { ReactNode } from 'react';
import styles from './Banner.module.css';
import { cx } from './class-names.ts';
import type { IconName } from './Icon.tsx';
import { Icon } from './Icon.tsx';
import layoutStyles from './layout.module.css';

export type BannerKind = 'info' | 'warn' | 'bad' | 'ok';

const icons: Readonly<Record<BannerKind, IconName>> = { info: 'info', warn: 'warn', bad: 'warn', ok: 'okay' };

export interface BannerProps {
  readonly kind?: BannerKind;
  readonly icon?: IconName;
  readonly title?: string;
  readonly children?: ReactNode;
  /** One button after the text. */
  readonly action?: ReactNode;
  /** True if it appeared by itself and is to be read aloud; false if it was there from the start. */
  readonly isNews?: boolean;
  /** True for a note without a background. */
  readonly isPlain?: boolean;
}

/** Box with an icon, a word or two in bold, a sentence, and at most one button. */
export function Banner(props: BannerProps) {
  const { kind = 'info', icon = icons[kind], title, children, action, isNews = false, isPlain = false } = props;
  const tone = { info: undefined, warn: styles.warn, bad: styles.bad, ok: styles.good }[kind];
  return (
    <div className={cx(styles.note, tone, isPlain && styles.plain)} role={isNews ? 'status' : undefined}>
      <Icon name={icon} size={18} />
      <div className={layoutStyles.grow}>
        {title === undefined ? null : <b className={styles.noteTitle}>{title}</b>}
        {children}
      </div>
      {action === undefined ? null : <div className={styles.action}>{action}</div>}
    </div>
  );
}
