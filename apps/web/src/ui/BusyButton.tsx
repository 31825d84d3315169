import type { KeyboardEvent } from 'react';
import buttonStyles from './Button.module.css';
import { cx } from './class-names.ts';

export interface BusyButtonProps {
  readonly label: string;
  readonly isBusy: boolean;
  /** True until the data to send is complete. */
  readonly isDisabled?: boolean;
  readonly kind?: 'primary' | 'secondary' | 'outline' | 'danger' | 'dangerSoft';
  readonly size?: 'md' | 'sm';
  /** Absent for the submit button of a form. */
  readonly onClick?: () => void;
}

/** Button with a spinner while its call runs (DESIGN 6); presses meanwhile do nothing. */
export function BusyButton({ label, isBusy, isDisabled = false, kind = 'primary', size, onClick }: BusyButtonProps) {
  const sizing = { none: buttonStyles.wide, md: buttonStyles.medium, sm: buttonStyles.small }[size ?? 'none'];
  return (
    <button
      type={onClick === undefined ? 'submit' : 'button'}
      className={cx(buttonStyles.button, buttonStyles[kind], sizing, isBusy && buttonStyles.busy)}
      aria-busy={isBusy}
      disabled={isDisabled}
      onKeyDown={pressOnce}
      onClick={() => {
        if (!isBusy) onClick?.();
      }}
    >
      {isBusy ? <i className={buttonStyles.spinner} /> : null}
      {label}
    </button>
  );
}

/** Key handler of a button that sends an order or money: a held Enter presses it only once (R-WIRE-09). */
export function pressOnce(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
}
