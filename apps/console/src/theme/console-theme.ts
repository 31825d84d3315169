import { createTheme, type Theme } from '@mui/material/styles';
import { componentStyles } from './component-styles.ts';
import { readTokens, type Tokens } from './tokens.ts';

/** Creates MUI's theme from the design tokens: ink for actions, hairlines instead of shadows, dense rows. */
export function createConsoleTheme(mode: 'light' | 'dark'): Theme {
  const tokens = readTokens(mode);
  return createTheme({
    palette: { mode, ...palette(tokens) },
    shape: { borderRadius: 10 },
    spacing: 8,
    typography: typography(),
    components: componentStyles(tokens),
  });
}

function palette(tokens: Tokens) {
  const status = (name: 'warning' | 'success' | 'danger') => ({
    main: tokens[name],
    light: tokens[`${name}-soft`],
    dark: tokens[name],
    contrastText: tokens[`${name}-soft`],
  });
  return {
    primary: {
      main: tokens.accent,
      light: tokens['accent-pressed'],
      dark: tokens['accent-pressed'],
      contrastText: tokens['on-accent'],
    },
    secondary: { main: tokens['text-2'], contrastText: tokens.surface },
    error: status('danger'),
    warning: status('warning'),
    success: status('success'),
    info: { main: tokens['text-2'], light: tokens.sunken, dark: tokens.text, contrastText: tokens.surface },
    background: { default: tokens.canvas, paper: tokens.surface },
    text: { primary: tokens.text, secondary: tokens['text-2'], disabled: tokens['text-disabled'] },
    divider: tokens.hairline,
    action: { hover: tokens.sunken, selected: tokens.pressed, hoverOpacity: 0.06 },
  };
}

function typography() {
  const title = { fontWeight: 650, letterSpacing: '-0.015em' };
  return {
    fontFamily: 'var(--font-sans)',
    fontSize: 13,
    htmlFontSize: 16,
    body1: { fontSize: '0.875rem', lineHeight: 1.45 },
    body2: { fontSize: '0.8125rem', lineHeight: 1.4 },
    caption: { fontSize: '0.75rem', lineHeight: 1.35 },
    button: { fontSize: '0.8125rem', fontWeight: 600, textTransform: 'none' as const, letterSpacing: 0 },
    h1: { ...title, fontSize: '1.625rem', lineHeight: 1.2 },
    h2: { ...title, fontSize: '1.25rem', lineHeight: 1.25 },
    h3: { ...title, fontSize: '1rem', lineHeight: 1.3 },
    h4: { ...title, fontSize: '0.9375rem' },
    h5: { ...title, fontSize: '0.9375rem' },
    h6: { ...title, fontSize: '0.9375rem', lineHeight: 1.35 },
    subtitle1: { fontSize: '0.875rem', fontWeight: 600 },
    subtitle2: { fontSize: '0.8125rem', fontWeight: 600 },
    overline: { fontSize: '0.6875rem', letterSpacing: '0.02em', textTransform: 'none' as const, lineHeight: 1.4 },
  };
}
