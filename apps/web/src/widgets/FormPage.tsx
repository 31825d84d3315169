import type { FormHTMLAttributes, ReactNode, Ref } from 'react';
import { cx } from '../ui/class-names.ts';
import layoutStyles from '../ui/layout.module.css';
import styles from './FormPage.module.css';

export interface FormPageProps {
  readonly bar: ReactNode;
  readonly children: ReactNode;
  /** Foot that stays in reach while the fields scroll (DESIGN 1). */
  readonly foot?: ReactNode;
  /** Absent if the page only shows something. */
  readonly form?: FormHTMLAttributes<HTMLFormElement> & { readonly ref: Ref<HTMLFormElement> };
  /** True for cards on the canvas colour, as on the account page. */
  readonly isCanvas?: boolean;
}

/** Page with one form. On a wide screen it is a card in the middle. */
export function FormPage({ bar, children, foot, form, isCanvas = false }: FormPageProps) {
  const body = (
    <>
      <div>{children}</div>
      {foot === undefined ? null : (
        <div className={styles.foot} data-part="form-foot">
          {foot}
        </div>
      )}
    </>
  );
  return (
    <main
      className={cx(layoutStyles.screen, styles.page, layoutStyles.fadeIn, isCanvas && layoutStyles.canvas)}
      data-surface={isCanvas ? 'canvas' : undefined}
    >
      <div className={styles.card}>
        {bar}
        {form === undefined ? (
          <div className={styles.form}>{body}</div>
        ) : (
          <form {...form} className={styles.form}>
            {body}
          </form>
        )}
      </div>
    </main>
  );
}
