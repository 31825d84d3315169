export function Toggle({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      className={`tgl ${isOn ? 'is-on' : ''}`}
      onClick={() => onChange(!isOn)}
    />
  );
}
