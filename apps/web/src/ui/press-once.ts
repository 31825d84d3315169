import type { KeyboardEvent } from 'react';

/** Key handler of a button that sends an order or money: a held Enter presses it only once (R-WIRE-09). */
export function pressOnce(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
}
