import { cx } from './class-names.ts';
import styles from './Toggle.module.css';
export interface ToggleProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly className?: string | undefined;
}

export function Toggle({ label, isOn, onChange, className }: ToggleProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      className={cx(styles.toggle, isOn && styles.checked, className)}
      onClick={() => onChange(!isOn)}
    />
  );
}
