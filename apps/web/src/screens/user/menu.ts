import type { PlainKey } from '../../i18n/text.ts';
import type { RoutePath } from '../../navigation/routes.ts';
import type { IconName } from '../../ui/Icon.tsx';

export interface MenuEntry {
  readonly path: RoutePath;
  readonly label: PlainKey;
  readonly icon: IconName;
  /** True if a demo account sees it locked, with the reason (R-SES-14). */
  readonly isRealOnly?: true;
}

/** In the order of the design board. */
export const moneyMenu: readonly MenuEntry[] = [
  { path: '/mine/charge', label: 'user.deposit', icon: 'download', isRealOnly: true },
  { path: '/mine/withdraw', label: 'user.withdraw', icon: 'withdraw', isRealOnly: true },
  { path: '/mine/wallet', label: 'user.wallet', icon: 'wallet', isRealOnly: true },
  { path: '/mine/history', label: 'user.detail', icon: 'detail' },
];

export const accountMenu: readonly MenuEntry[] = [
  { path: '/mine/auth', label: 'user.auth', icon: 'shield', isRealOnly: true },
  { path: '/mine/invite', label: 'user.invite', icon: 'gift', isRealOnly: true },
  { path: '/mine/password', label: 'user.password', icon: 'key', isRealOnly: true },
  { path: '/mine/security', label: 'user.security', icon: 'lock', isRealOnly: true },
  { path: '/mine/proof', label: 'proof.title', icon: 'detail' },
];

export const companyMenu: readonly MenuEntry[] = [
  { path: '/mine/chat', label: 'user.service', icon: 'headset' },
  { path: '/calendar', label: 'calendar.title', icon: 'clock' },
  { path: '/mine/announcement', label: 'user.announcements', icon: 'megaphone' },
  { path: '/mine/email', label: 'user.companyEmail', icon: 'mail' },
];

export const deviceMenu: readonly MenuEntry[] = [
  { path: '/mine/alerts', label: 'alerts.title', icon: 'bell' },
  { path: '/mine/system', label: 'user.settings', icon: 'sliders' },
];
