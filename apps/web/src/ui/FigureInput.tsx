import styles from './FigureInput.module.css';
import { useTyped } from './use-typed.ts';

/** Figure that can be edited in place. */
export function FigureInput(props: {
  readonly label: string;
  /** Figure with its unit, as shown. */
  readonly text: string;
  /** Bare figure, for editing. */
  readonly value: string;
  readonly onType: (typed: string) => void;
}) {
  const { label, text, value, onType } = props;
  const typed = useTyped(value, onType);
  return (
    <label className={styles.figureInput}>
      <span aria-hidden="true">{typed.text ?? text}</span>
      <input
        inputMode="text"
        autoComplete="off"
        enterKeyHint="done"
        aria-label={label}
        value={typed.text ?? text}
        {...typed.input}
      />
    </label>
  );
}
