import styles from './MoneySteps.module.css';
/** Steps of a deposit or withdrawal: done, current, next. */
export function MoneySteps({ steps, now }: { steps: readonly MoneyStep[]; now: number }) {
  return (
    <ol className={styles.steps}>
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
