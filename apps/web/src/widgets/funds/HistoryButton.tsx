import { useNavigate } from '@tanstack/react-router';
import { Icon } from '../../ui/Icon.tsx';

/** The clock in the title bar: the records of what the page does. */
export function HistoryButton({ to, label }: { to: '/mine/charge' | '/mine/withdraw'; label: string }) {
  const navigate = useNavigate();
  return (
    <button
      type="button"
      className="ib"
      aria-label={label}
      onClick={() => void navigate({ to, search: (before) => ({ ...before, view: 'records' }) })}
    >
      <Icon name="history" size={22} />
    </button>
  );
}
