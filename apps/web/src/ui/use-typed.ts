import type { FocusEvent, KeyboardEvent } from 'react';
import { useState } from 'react';

export interface Typed {
  /** What stands in the field while somebody types; null while nobody does. */
  readonly text: string | null;
  /** Forgets what was typed. */
  drop(): void;
  readonly input: {
    onFocus(event: FocusEvent<HTMLInputElement>): void;
    onChange(event: { readonly currentTarget: HTMLInputElement }): void;
    onBlur(): void;
    onKeyDown(event: KeyboardEvent<HTMLInputElement>): void;
  };
}

/**
 * A figure that is typed over: its text is selected on focus, and handed on as it is, if it was changed, once the field is
 * left or Enter is pressed. Escape leaves it as it was.
 */
export function useTyped(value: string, onType: (typed: string) => void): Typed {
  const [text, setText] = useState<string | null>(null);
  return {
    text,
    drop: () => setText(null),
    input: {
      onFocus(event) {
        setText(value);
        const input = event.currentTarget;
        requestAnimationFrame(() => {
          // Selecting would take the focus back from wherever it has gone since.
          if (input === document.activeElement) input.select();
        });
      },
      onChange: (event) => setText(event.currentTarget.value),
      onBlur() {
        if (text !== null && text !== value) onType(text);
        setText(null);
      },
      onKeyDown(event) {
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key === 'Escape' && text !== null && text !== value) {
          // The sheet around it is not meant.
          event.stopPropagation();
          setText(value);
        }
      },
    },
  };
}
