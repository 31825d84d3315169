export interface BusyButtonProps {
  readonly label: string;
  readonly isBusy: boolean;
  /** Until what it sends is complete. */
  readonly isDisabled?: boolean;
  readonly kind?: 'primary' | 'secondary' | 'outline' | 'danger' | 'danger-soft';
  readonly size?: 'md' | 'sm';
  /** Without it the button sends the form it stands in. */
  readonly onClick?: () => void;
}

/** A button whose call spins inside it (DESIGN 6); pressed again meanwhile, it does nothing. */
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
