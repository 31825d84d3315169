import type { FocusEvent, KeyboardEvent, MouseEvent } from 'react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';

export interface TypedFigure {
  /**
   * Takes the text, at every key and, if it was unusable until then, once more when the field is left: only then may it
   * be brought within its bounds. Returns false if the text is no usable figure.
   */
  readonly onType: (typed: string, isLeft: boolean) => boolean;
  /** Sets the figure of this rendering again. The one of the rendering at focus is called on Escape. */
  readonly onRestore: () => void;
  /** Called when the text becomes unusable, and when that ends. */
  readonly onUnusable: (isUnusable: boolean) => void;
}

export interface Typed {
  /** Text in the field while the user types; null otherwise. */
  readonly text: string | null;
  readonly isUnusable: boolean;
  /** Discards the typed text. */
  drop(): void;
  readonly input: {
    onFocus(event: FocusEvent<HTMLInputElement>): void;
    onClick(event: MouseEvent<HTMLInputElement>): void;
    onChange(event: { readonly currentTarget: HTMLInputElement }): void;
    onBlur(): void;
    onKeyDown(event: KeyboardEvent<HTMLInputElement>): void;
  };
}

/** Mark of an unusable text, reported when it changes; it ends with its field. */
function useMark(figure: TypedFigure): readonly [isUnusable: boolean, mark: (next: boolean) => void] {
  const [isUnusable, setUnusable] = useState(false);
  const latest = useRef({ isUnusable, figure });
  useEffect(() => {
    latest.current = { isUnusable, figure };
  });
  useEffect(
    () => () => {
      if (latest.current.isUnusable) latest.current.figure.onUnusable(false);
    },
    [],
  );
  function mark(next: boolean): void {
    if (next === isUnusable) return;
    setUnusable(next);
    figure.onUnusable(next);
  }
  return [isUnusable, mark];
}

/**
 * Editing of a figure in place: its text is selected on focus and passed on at every key, so that previews and buttons
 * never show another figure than the field (R-SCR-42). Escape restores the figure, and leaving an unusable text does.
 */
export function useTyped(value: string, figure: TypedFigure): Typed {
  const [text, setText] = useState<string | null>(null);
  const [isUnusable, mark] = useMark(figure);
  const start = useRef({ value, restore: figure.onRestore });
  /** True until the press that brought the focus ends: the browser sets the caret then. */
  const isFresh = useRef(false);
  const field = useRef<HTMLInputElement>(null);
  // The bare figure has just replaced the one with its unit, which ended the selection.
  const isEdited = text !== null;
  useLayoutEffect(() => {
    if (isEdited && isFresh.current) field.current?.select();
  }, [isEdited]);

  function drop(): void {
    setText(null);
    mark(false);
  }

  return {
    text,
    isUnusable,
    drop,
    input: {
      onFocus(event) {
        start.current = { value, restore: figure.onRestore };
        isFresh.current = true;
        field.current = event.currentTarget;
        setText(value);
      },
      onClick(event) {
        const { selectionStart, selectionEnd } = event.currentTarget;
        if (isFresh.current && selectionStart === selectionEnd) event.currentTarget.select();
        isFresh.current = false;
      },
      onChange(event) {
        isFresh.current = false;
        const typed = event.currentTarget.value;
        setText(typed);
        mark(!figure.onType(typed, false));
      },
      onBlur() {
        if (isUnusable && !figure.onType(text ?? '', true)) start.current.restore();
        drop();
      },
      onKeyDown(event) {
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key === 'Escape' && text !== null && text !== start.current.value) {
          // Escape must not close the sheet around it.
          event.stopPropagation();
          start.current.restore();
          setText(start.current.value);
          mark(false);
        }
      },
    },
  };
}
