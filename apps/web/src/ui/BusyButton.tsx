export interface BusyButtonProps {
  readonly label: string;
  readonly isBusy: boolean;
  /** True until the data to send is complete. */
  readonly isDisabled?: boolean;
  readonly kind?: 'primary' | 'secondary' | 'outline' | 'danger' | 'danger-soft';
  readonly size?: 'md' | 'sm';
  /** Absent for the submit button of a form. */
  readonly onClick?: () => void;
}

/** Button with a spinner while its call runs (DESIGN 6); presses meanwhile do nothing. */
export function BusyButton({ label, isBusy, isDisabled = false, kind = 'primary', size, onClick }: BusyButtonProps) {
  const sizing = size === undefined ? 'block' : `btn--${size}`;
  return (
    <button
      type={onClick === undefined ? 'submit' : 'button'}
      className={`btn btn--${kind} ${sizing} ${isBusy ? 'is-busy' : ''}`}
      aria-busy={isBusy}
      disabled={isDisabled}
      onClick={() => {
        if (!isBusy) onClick?.();
      }}
    >
      {isBusy ? <i className="spin" /> : null}
      {label}
    </button>
  );
}
