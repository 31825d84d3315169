import { useState } from 'react';

/** A figure that can be typed over where it stands; what is typed is handed on once the field is left or Enter is pressed. */
export function FigureInput(props: {
  readonly label: string;
  /** The figure with its unit, as it is read. */
  readonly text: string;
  /** The bare figure, as it is typed. */
  readonly value: string;
  readonly onType: (typed: string) => void;
}) {
  const { label, text, value, onType } = props;
  const [typed, setTyped] = useState<string | null>(null);

  function commit(): void {
    if (typed !== null && typed !== value) onType(typed);
    setTyped(null);
  }

  return (
    <label className="fig-in">
      <span aria-hidden="true">{typed ?? text}</span>
      <input
        inputMode="text"
        autoComplete="off"
        enterKeyHint="done"
        aria-label={label}
        value={typed ?? text}
        onFocus={(event) => {
          setTyped(value);
          const input = event.currentTarget;
          requestAnimationFrame(() => {
            if (input === document.activeElement) input.select();
          });
        }}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
          if (event.key === 'Escape') setTyped(null);
        }}
      />
    </label>
  );
}
