import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '../../i18n/text.ts';
import type { RoutePath } from '../../navigation/routes.ts';
import { isDemo, useSession } from '../../session/session-store.ts';
import { cx } from '../../ui/class-names.ts';
import { Icon } from '../../ui/Icon.tsx';
import listRowStyles from '../../ui/ListRow.module.css';
import { showToast } from '../../ui/toast.ts';
import type { MenuEntry } from './menu.ts';

export interface MenuGroupProps {
  readonly entries: readonly MenuEntry[];
  /** Status at the end of a row. */
  readonly ends?: Readonly<Partial<Record<RoutePath, ReactNode>>>;
  /** Rows of another kind in the same card, before the links. */
  readonly children?: ReactNode;
}

/** Card of links. */
export function MenuGroup({ entries, ends = {}, children }: MenuGroupProps) {
  const isPractising = isDemo(useSession((session) => session.user));
  return (
    <div className={listRowStyles.group}>
      {children}
      {entries.map((entry) => (
        <MenuRow
          key={entry.path}
          entry={entry}
          end={ends[entry.path]}
          isLocked={isPractising && entry.isRealOnly === true}
        />
      ))}
    </div>
  );
}

function MenuRow({ entry, end, isLocked }: { entry: MenuEntry; end: ReactNode; isLocked: boolean }) {
  const navigate = useNavigate();
  return (
    <button
      type="button"
      className={cx(listRowStyles.row, isLocked && listRowStyles.locked)}
      onClick={() => {
        if (isLocked) showToast('warn', t('user.onlyReal'), 'lock');
        else void navigate({ to: entry.path });
      }}
    >
      <Icon name={entry.icon} />
      <span className={listRowStyles.text}>{t(entry.label)}</span>
      <span className={listRowStyles.end}>
        {isLocked ? (
          <Icon name="lock" className={listRowStyles.lock} />
        ) : (
          <>
            {end}
            <Icon name="next" size={18} className={listRowStyles.chevron} />
          </>
        )}
      </span>
    </button>
  );
}
