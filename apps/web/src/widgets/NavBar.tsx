import type { ReactNode } from 'react';
import { t } from '../i18n/text.ts';
import { useWayBack } from '../navigation/way-back.ts';
import { Icon } from '../ui/Icon.tsx';

/** Title bar with a back button, and room for one more link at the end. */
export function NavBar({ title, end }: { title?: string; end?: ReactNode }) {
  const goBack = useWayBack();
  return (
    <header className="navbar">
      <div className="navbar-s">
        <button type="button" className="ib mirror" aria-label={t('common.back')} onClick={goBack}>
          <Icon name="back" size={22} />
        </button>
      </div>
      <div className="navbar-t">{title === undefined ? null : <h1>{title}</h1>}</div>
      <div className="navbar-s e">{end}</div>
    </header>
  );
}
