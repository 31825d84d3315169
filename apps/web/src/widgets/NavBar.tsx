import { useNavigate, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '../i18n/text.ts';
import { Icon } from '../ui/Icon.tsx';

/** A page's title with the way back, and what else it leads to at its end. */
export function NavBar({ title, end }: { title: string; end?: ReactNode }) {
  const router = useRouter();
  const navigate = useNavigate();
  return (
    <header className="navbar">
      <div className="navbar-s">
        <button
          type="button"
          className="ib mirror"
          aria-label={t('common.back')}
          onClick={() => (window.history.length > 1 ? router.history.back() : void navigate({ to: '/' }))}
        >
          <Icon name="back" size={22} />
        </button>
      </div>
      <div className="navbar-t">
        <h1>{title}</h1>
      </div>
      <div className="navbar-s e">{end}</div>
    </header>
  );
}
