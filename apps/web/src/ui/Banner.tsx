import type { ReactNode } from 'react';
import type { IconName } from './Icon.tsx';
import { Icon } from './Icon.tsx';

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
}

/** Box with an icon, a word or two in bold, a sentence, and at most one button. */
export function Banner({ kind = 'info', icon = icons[kind], title, children, action, isNews = false }: BannerProps) {
  return (
    <div className={`note note--${kind}`} role={isNews ? 'status' : undefined}>
      <Icon name={icon} size={18} />
      <div className="grow">
        {title === undefined ? null : <b className="note-t">{title}</b>}
        {children}
      </div>
      {action}
    </div>
  );
}
