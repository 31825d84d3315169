import styles from './FigureInput.module.css';
import { type TypedFigure, useTyped } from './use-typed.ts';

/** Figure that can be edited in place. */
export function FigureInput(
  props: TypedFigure & {
    readonly label: string;
    /** Figure with its unit, as shown. */
    readonly text: string;
    /** Bare figure, for editing. */
    readonly value: string;
  },
) {
  const { label, text, value } = props;
  const typed = useTyped(value, props);
  return (
    <label className={styles.figureInput}>
      <span aria-hidden="true">{typed.text ?? text}</span>
      <input
        inputMode="text"
        autoComplete="off"
        enterKeyHint="done"
        aria-label={label}
        aria-invalid={typed.isUnusable}
        value={typed.text ?? text}
        {...typed.input}
      />
    </label>
  );
}
