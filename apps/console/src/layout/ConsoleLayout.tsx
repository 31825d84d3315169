import { text } from '@candor/texts/console';
import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined';
import LightModeOutlined from '@mui/icons-material/LightModeOutlined';
import MenuIcon from '@mui/icons-material/Menu';
import AppBar from '@mui/material/AppBar';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Toolbar from '@mui/material/Toolbar';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Suspense, useState } from 'react';
import { Outlet } from 'react-router';
import { useIdleSignOut } from '../auth/idle.ts';
import { zoneName } from '../format/figures.ts';
import { toggleThemeMode, useThemeMode } from '../theme/theme-mode.ts';
import { ClockBanner } from './ClockBanner.tsx';
import { ConsoleMenu } from './ConsoleMenu.tsx';
import { GoKeys } from './GoKeys.tsx';
import { OperatorMenu } from './OperatorMenu.tsx';
import { SearchButton } from './SearchButton.tsx';

const menuWidth = { open: 224, folded: 52 };
const barHeight = 48;

/** Frame of every page: bar, menu by permission, sign-out after idle time. */
export function ConsoleLayout() {
  useIdleSignOut();
  const isPhone = useMediaQuery('(max-width: 599.95px)');
  // The menu is open at first on a desk, and closed on a phone.
  const [isToggled, setIsToggled] = useState(false);
  const isOpen = isPhone === isToggled;
  const toggle = () => setIsToggled(!isToggled);
  return (
    <>
      <GoKeys />
      <ConsoleBar onMenu={toggle} isMenuOpen={isOpen} />
      <Box sx={{ display: 'flex', minHeight: `calc(100dvh - ${barHeight}px)` }}>
        {isPhone ? (
          <Drawer open={isOpen} onClose={toggle}>
            <Box sx={{ width: menuWidth.open }}>
              <ConsoleMenu isOpen onChosen={toggle} />
            </Box>
          </Drawer>
        ) : (
          <Box
            component="nav"
            aria-label={text.menu.label}
            sx={{
              flex: 'none',
              width: isOpen ? menuWidth.open : menuWidth.folded,
              position: 'sticky',
              top: barHeight,
              maxHeight: `calc(100dvh - ${barHeight}px)`,
              overflowY: 'auto',
            }}
          >
            <ConsoleMenu isOpen={isOpen} />
          </Box>
        )}
        <Box component="main" id="content" sx={{ flex: 1, minWidth: 0, px: 1 }}>
          <Box sx={{ maxWidth: 1440, width: '100%', px: { xs: 0.5, md: 2 }, pb: 4 }}>
            <ClockBanner />
            <Suspense fallback={null}>
              <Outlet />
            </Suspense>
            <Typography variant="caption" color="text.secondary" component="p" sx={{ mt: 3 }} data-testid="zone">
              {text.common.zone(zoneName())}
            </Typography>
          </Box>
        </Box>
      </Box>
    </>
  );
}

function ConsoleBar({ onMenu, isMenuOpen }: { readonly onMenu: () => void; readonly isMenuOpen: boolean }) {
  const mode = useThemeMode();
  const themeLabel = mode === 'dark' ? text.menu.lightTheme : text.menu.darkTheme;
  return (
    <AppBar position="sticky" color="transparent">
      <Toolbar variant="dense" sx={{ gap: 1, minHeight: barHeight }}>
        <IconButton
          color="inherit"
          edge="start"
          aria-label={text.menu.label}
          aria-expanded={isMenuOpen}
          onClick={onMenu}
        >
          <MenuIcon />
        </IconButton>
        <Typography sx={{ minWidth: 0, fontWeight: 650, letterSpacing: '-0.015em', mr: { md: 4 } }} noWrap>
          {text.product}
        </Typography>
        <SearchButton />
        <Box sx={{ flex: 1 }} />
        <Tooltip title={themeLabel}>
          <IconButton color="inherit" aria-label={themeLabel} onClick={toggleThemeMode}>
            {mode === 'dark' ? <LightModeOutlined /> : <DarkModeOutlined />}
          </IconButton>
        </Tooltip>
        <OperatorMenu />
      </Toolbar>
    </AppBar>
  );
}
