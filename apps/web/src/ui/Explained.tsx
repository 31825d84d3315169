import { type ReactNode, useState } from 'react';
import { t } from '../i18n/text.ts';
import styles from './Explained.module.css';
import { Sheet } from './Sheet.tsx';

export interface ExplainedProps {
  /** Name of a figure as shown beside it. */
  readonly name: string;
  readonly about: string;
  /** The figure's formula with its present values; it may follow them. */
  readonly formula?: ReactNode;
}

/** Name of a figure; a tap says what the figure is, and how its present value came about (R-TKT-01). */
export function Explained({ name, about, formula }: ExplainedProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.term}
        data-part="term"
        aria-label={t('explain.about', { name })}
        onClick={() => setOpen(true)}
      >
        {name}
      </button>
      {isOpen ? (
        <Sheet title={name} label={name} onClose={() => setOpen(false)}>
          <div className={styles.about} data-testid="explained">
            <p>{about}</p>
            {formula === undefined ? null : <p className={styles.formula}>{formula}</p>}
          </div>
        </Sheet>
      ) : null}
    </>
  );
}
