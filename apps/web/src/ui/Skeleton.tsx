import type { CSSProperties } from 'react';
import { cx } from './class-names.ts';
import styles from './Skeleton.module.css';

type Size = 'width' | 'height' | 'borderRadius' | 'flex' | 'marginTop' | 'marginBottom' | 'marginBlock';

export interface BoneProps extends Pick<CSSProperties, Size> {
  readonly isCircle?: true;
}

/** Placeholder of a text, picture or button while it is loading, in the size of what replaces it. */
export function Bone({ isCircle, ...size }: BoneProps) {
  return <i className={cx(styles.skeleton, isCircle && styles.circle)} style={size} data-part="skeleton" />;
}
