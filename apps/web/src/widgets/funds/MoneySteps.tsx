import { cx } from '../../ui/class-names.ts';
import styles from './MoneySteps.module.css';

export interface MoneyStepsProps {
  readonly steps: readonly MoneyStep[];
  /** Index of the current step. */
  readonly now: number;
  readonly className?: string | undefined;
}

/** Steps of a deposit or withdrawal: done, current, next. */
export function MoneySteps({ steps, now, className }: MoneyStepsProps) {
  return (
    <ol className={cx(styles.steps, className)}>
      {steps.map(({ label, by }, index) => (
        <li
          key={label}
          className={index < now ? styles.done : index === now ? styles.now : undefined}
          aria-current={index === now ? 'step' : undefined}
        >
          {label}
          {by === undefined ? null : <small>{by}</small>}
        </li>
      ))}
    </ol>
  );
}

export interface MoneyStep {
  readonly label: string;
  /** Party that carries it out. */
  readonly by?: string;
}
