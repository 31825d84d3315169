export interface BusyButtonProps {
  readonly label: string;
  readonly isBusy: boolean;
  readonly kind?: 'primary' | 'secondary' | 'outline' | 'danger' | 'danger-soft';
  readonly size?: 'md' | 'sm';
  /** Without it the button sends the form it stands in. */
  readonly onClick?: () => void;
}

/** A button whose call spins inside it (DESIGN 6); pressed again meanwhile, it does nothing. */
export function BusyButton({ label, isBusy, kind = 'primary', size, onClick }: BusyButtonProps) {
  const sizing = size === undefined ? 'block' : `btn--${size}`;
  return (
    <button
      type={onClick === undefined ? 'submit' : 'button'}
      className={`btn btn--${kind} ${sizing} ${isBusy ? 'is-busy' : ''}`}
      aria-busy={isBusy}
      onClick={() => {
        if (!isBusy) onClick?.();
      }}
    >
      {isBusy ? <i className="spin" /> : null}
      {label}
    </button>
  );
}
