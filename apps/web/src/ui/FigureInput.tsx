import { useTyped } from './use-typed.ts';

/** A figure that can be typed over where it stands. */
export function FigureInput(props: {
  readonly label: string;
  /** The figure with its unit, as it is read. */
  readonly text: string;
  /** The bare figure, as it is typed. */
  readonly value: string;
  readonly onType: (typed: string) => void;
}) {
  const { label, text, value, onType } = props;
  const typed = useTyped(value, onType);
  return (
    <label className="fig-in">
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
