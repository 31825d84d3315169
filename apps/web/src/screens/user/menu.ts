import type { PlainKey } from '../../i18n/text.ts';
import type { routeTable } from '../../navigation/routes.ts';
import type { IconName } from '../../ui/Icon.tsx';

type Path = (typeof routeTable)[number]['path'];

export interface MenuEntry {
  readonly path: Path;
  readonly label: PlainKey;
  readonly icon: IconName;
  /** A demo account sees it locked and is told why (R-SES-14). */
  readonly isRealOnly?: true;
}

/** In the board's order. An entry appears once its route has a screen. */
export const accountMenu: readonly MenuEntry[] = [
  { path: '/mine/auth', label: 'user.auth', icon: 'shield', isRealOnly: true },
  { path: '/mine/invite', label: 'user.invite', icon: 'gift', isRealOnly: true },
  { path: '/mine/password', label: 'user.password', icon: 'key', isRealOnly: true },
  { path: '/mine/security', label: 'user.security', icon: 'lock', isRealOnly: true },
];

export const deviceMenu: readonly MenuEntry[] = [{ path: '/mine/system', label: 'user.settings', icon: 'sliders' }];
