import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '../../i18n/text.ts';
import { findRoute } from '../../navigation/routes.ts';
import { isDemo, useSession } from '../../session/session-store.ts';
import { Icon } from '../../ui/Icon.tsx';
import { showToast } from '../../ui/toast.ts';
import type { MenuEntry } from './menu.ts';

/** Rows that lead somewhere; before them, others that belong to the same card. */
export function MenuGroup({ entries, children }: { entries: readonly MenuEntry[]; children?: ReactNode }) {
  const isPractising = isDemo(useSession((session) => session.user));
  const built = entries.filter(({ path }) => findRoute(path)?.screen !== undefined);
  return (
    <div className="group">
      {children}
      {built.map((entry) => (
        <MenuRow key={entry.path} entry={entry} isLocked={isPractising && entry.isRealOnly === true} />
      ))}
    </div>
  );
}

function MenuRow({ entry, isLocked }: { entry: MenuEntry; isLocked: boolean }) {
  const navigate = useNavigate();
  return (
    <button
      type="button"
      className={`lrow ${isLocked ? 'is-locked' : ''}`}
      onClick={() => {
        if (isLocked) showToast('warn', t('user.onlyReal'), 'lock');
        else void navigate({ to: entry.path });
      }}
    >
      <Icon name={entry.icon} />
      <span className="lrow-t">{t(entry.label)}</span>
      <span className="lrow-e">
        {isLocked ? <Icon name="lock" className="lrow-lock" /> : <Icon name="next" size={18} className="chev" />}
      </span>
    </button>
  );
}
