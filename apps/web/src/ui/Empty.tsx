import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import styles from './Empty.module.css';
import typographyStyles from './typography.module.css';

const drawings = {
  orders: (
    <>
      <rect x="34" y="12" width="64" height="86" rx="12" fill="var(--color-sunken)" />
      <rect
        x="44"
        y="6"
        width="64"
        height="86"
        rx="12"
        fill="var(--color-surface)"
        stroke="var(--color-text)"
        strokeWidth="2"
      />
      <path d="M56 26h26M56 36h16" stroke="var(--color-text)" strokeWidth="2" />
      <path
        d="M56 70V58M56 74v-2M68 62V50M68 66v-2M80 68V54M80 72v-2M92 58V46"
        stroke="var(--color-border)"
        strokeWidth="5"
      />
      <path d="M22 100h88" stroke="var(--color-hairline)" strokeWidth="2" />
    </>
  ),
  error: (
    <>
      <rect
        x="22"
        y="18"
        width="88"
        height="72"
        rx="14"
        fill="var(--color-surface)"
        stroke="var(--color-text)"
        strokeWidth="2"
      />
      <path d="M22 36h88" stroke="var(--color-text)" strokeWidth="2" />
      <path d="M32 27h.01M40 27h.01M48 27h.01" stroke="var(--color-text)" strokeWidth="3.500" />
      <path d="M36 76l12-14 10 8 6-8" stroke="var(--color-border)" strokeWidth="3" />
      <path d="M74 58l6-6 6 6 10-12" stroke="var(--color-border)" strokeWidth="3" />
      <path d="M68 46v14M68 68h.01" stroke="var(--color-text)" strokeWidth="3" />
    </>
  ),
  search: (
    <>
      <circle cx="60" cy="50" r="30" fill="var(--color-sunken)" stroke="var(--color-text)" strokeWidth="2" />
      <path d="M82 72l20 20" stroke="var(--color-text)" strokeWidth="3" />
      <path d="M46 50h28" stroke="var(--color-border)" strokeWidth="3" />
    </>
  ),
  favourites: (
    <>
      <path d="M22 96h88" stroke="var(--color-hairline)" strokeWidth="2" />
      <path
        d="m66 18 9.500 19.500 21.500 3-15.600 15 3.800 21.300L66 66.500 46.800 76.800l3.800-21.300L35 40.500l21.500-3Z"
        fill="var(--color-sunken)"
        stroke="var(--color-text)"
        strokeWidth="2"
      />
    </>
  ),
  ranking: (
    <>
      <path d="M22 96h88" stroke="var(--color-hairline)" strokeWidth="2" />
      <rect x="28" y="58" width="22" height="38" rx="4" fill="var(--color-sunken)" />
      <rect
        x="55"
        y="34"
        width="22"
        height="62"
        rx="4"
        fill="var(--color-surface)"
        stroke="var(--color-text)"
        strokeWidth="2"
      />
      <rect x="82" y="68" width="22" height="28" rx="4" fill="var(--color-sunken)" />
      <path d="M66 24v-8M62 20h8" stroke="var(--color-border)" strokeWidth="3" />
    </>
  ),
} satisfies Record<string, ReactNode>;

export interface EmptyProps {
  readonly drawing: keyof typeof drawings;
  readonly title: string;
  readonly text: string;
  readonly action?: ReactNode;
  readonly note?: string;
  readonly paddingTop?: number;
  /** True if it is all of the page's content, so that its title is the page's heading. */
  readonly isPage?: boolean;
  /** True where there is little room: text and button only. */
  readonly isLow?: boolean;
}

/** Empty state: a line drawing, one line, one sentence, one action (DESIGN 6). */
export function Empty(props: EmptyProps) {
  const { drawing, title, text, action, note, paddingTop = 56, isPage = false, isLow = false } = props;
  return (
    <div
      className={cx(styles.empty, isLow ? styles.low : styles.message)}
      data-part="empty"
      style={isLow ? undefined : { paddingTop }}
    >
      <svg
        width="132"
        height="112"
        viewBox="0 0 132 112"
        fill="none"
        aria-hidden="true"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        {drawings[drawing]}
      </svg>
      {isPage ? <h1>{title}</h1> : <h2>{title}</h2>}
      <p>{text}</p>
      {action === undefined ? null : <div className={styles.action}>{action}</div>}
      {note === undefined ? null : (
        <span className={cx(typographyStyles.extraSmall, typographyStyles.tertiary, styles.hint)}>{note}</span>
      )}
    </div>
  );
}
