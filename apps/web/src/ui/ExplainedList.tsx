import { useState } from 'react';
import { t } from '../i18n/text.ts';
import styles from './Explained.module.css';
import { Sheet } from './Sheet.tsx';

/** A figure's name and what it is. */
export interface Term {
  readonly name: string;
  readonly about: string;
}

/** One key that explains all figures of a dense list, whose rows are too low for keys of their own (R-TKT-01). */
export function ExplainedList({ terms }: { terms: readonly Term[] }) {
  const [isOpen, setOpen] = useState(false);
  const title = t('explain.all');
  return (
    <>
      <button type="button" className={styles.all} data-part="terms" onClick={() => setOpen(true)}>
        {title}
      </button>
      {isOpen ? (
        <Sheet title={title} label={title} onClose={() => setOpen(false)}>
          <dl className={styles.list} data-testid="explained">
            {terms.map(({ name, about }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{about}</dd>
              </div>
            ))}
          </dl>
        </Sheet>
      ) : null}
    </>
  );
}
