import { text } from '@candor/texts/console';
import ManageAccountsOutlined from '@mui/icons-material/ManageAccountsOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect } from 'react';
import {
  AppBar,
  Layout,
  Logout,
  MenuItemLink,
  ToggleThemeButton,
  UserMenu,
  useGetIdentity,
  useTheme,
  useUserMenu,
} from 'react-admin';
import { useIdleSignOut } from '../auth/idle.ts';
import { ClockBanner } from './ClockBanner.tsx';
import { ConsoleMenu } from './ConsoleMenu.tsx';
import { PageError } from './PageError.tsx';

/** Frame of every page: bar, menu by permission, sign-out after idle time. */
export function ConsoleLayout({ children }: { readonly children?: ReactNode }) {
  const [theme] = useTheme();
  useIdleSignOut();
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme === 'dark' ? 'dark' : 'light';
  }, [theme]);
  return (
    <Layout appBar={ConsoleBar} menu={ConsoleMenu} error={PageError} appBarAlwaysOn>
      <Box sx={{ maxWidth: 1440, width: '100%', px: { xs: 0.5, md: 2 }, pb: 4 }}>
        <ClockBanner />
        {children}
      </Box>
    </Layout>
  );
}

function ConsoleBar() {
  return (
    <AppBar color="transparent" userMenu={<OperatorMenu />} toolbar={<ToggleThemeButton />}>
      <Typography sx={{ flex: 1, fontWeight: 650, letterSpacing: '-0.015em' }}>{text.product}</Typography>
    </AppBar>
  );
}

function OperatorMenu() {
  const { identity } = useGetIdentity();
  return (
    <UserMenu label={identity?.fullName ?? text.signIn.account}>
      <AccountLink />
      <Logout />
    </UserMenu>
  );
}

function AccountLink() {
  const menu = useUserMenu();
  return (
    <MenuItemLink
      to="/me"
      primaryText={text.signIn.account}
      leftIcon={<ManageAccountsOutlined />}
      onClick={() => menu?.onClose()}
    />
  );
}
