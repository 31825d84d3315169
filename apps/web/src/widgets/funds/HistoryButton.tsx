import { useNavigate } from '@tanstack/react-router';
import buttonStyles from '../../ui/Button.module.css';
import { Icon } from '../../ui/Icon.tsx';

/** Button in the title bar that opens the records of the page's subject. */
export function HistoryButton({ to, label }: { to: '/mine/charge' | '/mine/withdraw'; label: string }) {
  const navigate = useNavigate();
  return (
    <button
      type="button"
      className={buttonStyles.iconButton}
      aria-label={label}
      onClick={() => void navigate({ to, search: (before) => ({ ...before, view: 'records' }) })}
    >
      <Icon name="history" size={22} />
    </button>
  );
}
