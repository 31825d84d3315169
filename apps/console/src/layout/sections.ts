import type { DeskQueue } from '@candor/contracts/console/desk';
import type { Permission } from '@candor/contracts/console/permissions';
import { text } from '@candor/texts/console';
import AccountBalanceOutlined from '@mui/icons-material/AccountBalanceOutlined';
import AccountBalanceWalletOutlined from '@mui/icons-material/AccountBalanceWalletOutlined';
import AdminPanelSettingsOutlined from '@mui/icons-material/AdminPanelSettingsOutlined';
import ApartmentOutlined from '@mui/icons-material/ApartmentOutlined';
import ArticleOutlined from '@mui/icons-material/ArticleOutlined';
import BadgeOutlined from '@mui/icons-material/BadgeOutlined';
import CandlestickChartOutlined from '@mui/icons-material/CandlestickChartOutlined';
import EmojiEventsOutlined from '@mui/icons-material/EmojiEventsOutlined';
import EventOutlined from '@mui/icons-material/EventOutlined';
import GroupOutlined from '@mui/icons-material/GroupOutlined';
import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import HowToRegOutlined from '@mui/icons-material/HowToRegOutlined';
import LoginOutlined from '@mui/icons-material/LoginOutlined';
import NorthEastOutlined from '@mui/icons-material/NorthEastOutlined';
import PaletteOutlined from '@mui/icons-material/PaletteOutlined';
import PauseCircleOutlined from '@mui/icons-material/PauseCircleOutlined';
import PieChartOutlined from '@mui/icons-material/PieChartOutlined';
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import SouthWestOutlined from '@mui/icons-material/SouthWestOutlined';
import SpaceDashboardOutlined from '@mui/icons-material/SpaceDashboardOutlined';
import TuneOutlined from '@mui/icons-material/TuneOutlined';
import type { ComponentType } from 'react';

export const groups = ['overview', 'money', 'people', 'trading', 'company', 'control'] as const;

export interface Section {
  readonly group: (typeof groups)[number];
  readonly path: string;
  readonly label: string;
  /** Permission needed to see and open the section. */
  readonly permission: Permission;
  readonly icon: ComponentType;
  /** Queue whose waiting entries are counted beside it. */
  readonly queue: DeskQueue | undefined;
}

const { menu } = text;

/** Sections of the menu, in display order. */
export const sections: readonly Section[] = [
  section('overview', '/', menu.dashboard, 'dashboard.read', SpaceDashboardOutlined),
  section('money', '/deposits', menu.deposits, 'funds.read', SouthWestOutlined, 'deposits'),
  section('money', '/withdrawals', menu.withdrawals, 'funds.read', NorthEastOutlined, 'withdrawals'),
  section('money', '/corrections', menu.corrections, 'funds.read', TuneOutlined, 'corrections'),
  section('money', '/pay-ways', menu['pay-ways'], 'payway.read', AccountBalanceOutlined),
  section('people', '/verifications', menu.verifications, 'verification.read', BadgeOutlined, 'verifications'),
  section('people', '/users', menu.users, 'user.read', GroupOutlined),
  section('trading', '/accounts', menu.accounts, 'account.read', AccountBalanceWalletOutlined),
  section('trading', '/orders', menu.orders, 'account.read', ReceiptLongOutlined),
  section('trading', '/instruments', menu.instruments, 'instrument.read', CandlestickChartOutlined),
  section('trading', '/halts', menu.halts, 'instrument.read', PauseCircleOutlined),
  section('trading', '/exposure', menu.exposure, 'exposure.read', PieChartOutlined),
  section('company', '/company', menu.companySettings, 'company.read', PaletteOutlined),
  section('company', '/articles', menu.articles, 'content.read', ArticleOutlined),
  section('company', '/calendar', menu.calendar, 'content.read', EventOutlined),
  section('company', '/ranking', menu.ranking, 'content.read', EmojiEventsOutlined),
  section('control', '/approvals', menu.approvals, 'approval.read', HowToRegOutlined),
  section('control', '/companies', menu.companies, 'installation.manage', ApartmentOutlined),
  section('control', '/operators', menu.operators, 'operator.manage', AdminPanelSettingsOutlined),
  section('control', '/audit', menu.audit, 'audit.read', HistoryOutlined),
  section('control', '/sign-ins', menu['sign-ins'], 'audit.read', LoginOutlined),
];

function section(
  group: Section['group'],
  path: string,
  label: string,
  permission: Permission,
  icon: ComponentType,
  queue?: DeskQueue,
): Section {
  return { group, path, label, permission, icon, queue };
}
