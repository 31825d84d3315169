import { t } from '../../i18n/text.ts';
import styles from './Steps.module.css';

const steps = [1, 2, 3] as const;

/** Progress in three steps. */
export function Steps({ done }: { done: number }) {
  return (
    <div className={styles.steps} role="img" aria-label={done === 0 ? undefined : t('verify.progress', { step: done })}>
      {steps.map((step) => (
        <i key={step} className={step <= done ? styles.reached : undefined} />
      ))}
    </div>
  );
}
