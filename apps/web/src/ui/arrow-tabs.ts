import type { KeyboardEvent } from 'react';

/**
 * Arrow keys among tabs or radio buttons, in the direction of the language: chooses and focuses the next one; the first follows the
 * last. Only the chosen tab is in the tab order.
 */
export function chooseByArrow<Value>(
  event: KeyboardEvent<HTMLElement>,
  values: readonly Value[],
  chosen: Value,
  onChoose: (value: Value) => void,
): void {
  const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  const step = event.key === forward ? 1 : /^Arrow(?:Left|Right)$/.test(event.key) ? -1 : 0;
  const index = (values.indexOf(chosen) + step + values.length) % values.length;
  const next = values[index];
  if (step === 0 || next === undefined) return;
  onChoose(next);
  event.currentTarget.querySelectorAll<HTMLElement>('[role=tab],[role=radio]')[index]?.focus();
}
