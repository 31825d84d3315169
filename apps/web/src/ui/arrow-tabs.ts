import type { KeyboardEvent } from 'react';

/**
 * Arrow keys among tabs, the way the language runs: the next one is chosen and takes the focus, and after the last comes
 * the first. Only the chosen tab is a stop of the Tab key.
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
  event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus();
}
