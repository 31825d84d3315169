import { cx } from './class-names.ts';
import styles from './Toggle.module.css';
export function Toggle({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      className={cx(styles.toggle, isOn && styles.checked)}
      onClick={() => onChange(!isOn)}
    />
  );
}
