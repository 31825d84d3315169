import type { FocusEvent, KeyboardEvent } from 'react';
import { useState } from 'react';

export interface Typed {
  /** Text in the field while the user types; null otherwise. */
  readonly text: string | null;
  /** Discards the typed text. */
  drop(): void;
  readonly input: {
    onFocus(event: FocusEvent<HTMLInputElement>): void;
    onChange(event: { readonly currentTarget: HTMLInputElement }): void;
    onBlur(): void;
    onKeyDown(event: KeyboardEvent<HTMLInputElement>): void;
  };
}

/**
 * Editing of a figure in place: its text is selected on focus, and passed on, if changed, on blur or Enter. Escape
 * restores it.
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
          // Selecting would move the focus back to the field.
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
          // Escape must not close the sheet around it.
          event.stopPropagation();
          setText(value);
        }
      },
    },
  };
}
