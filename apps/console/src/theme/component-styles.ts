import type { ThemeOptions } from '@mui/material/styles';
import type { Tokens } from './tokens.ts';

type Components = NonNullable<ThemeOptions['components']>;

/** Style overrides of MUI components beyond the palette. */
export function componentStyles(tokens: Tokens): Components {
  return { ...surfaces(tokens), ...tables(tokens), ...controls(tokens), ...fields(tokens), ...frame(tokens) };
}

function surfaces(tokens: Tokens): Components {
  return {
    MuiPaper: {
      defaultProps: { elevation: 0 },
      styleOverrides: {
        root: { backgroundImage: 'none' },
        elevation1: { boxShadow: 'none', border: `1px solid ${tokens.hairline}` },
        elevation8: { boxShadow: 'var(--shadow-3)', backgroundColor: tokens.raised },
      },
    },
    MuiCard: { styleOverrides: { root: { border: `1px solid ${tokens.hairline}`, borderRadius: 14 } } },
    MuiDialog: {
      styleOverrides: { paper: { borderRadius: 20, backgroundColor: tokens.raised, boxShadow: 'var(--shadow-3)' } },
    },
    MuiDialogTitle: { styleOverrides: { root: { fontSize: '1.0625rem', fontWeight: 650, paddingBottom: 8 } } },
    MuiDialogActions: { styleOverrides: { root: { padding: '8px 24px 20px' } } },
    MuiTooltip: {
      styleOverrides: {
        tooltip: { backgroundColor: tokens.inverse, color: tokens['text-inverse'], fontSize: '0.75rem' },
      },
    },
    MuiAlert: {
      styleOverrides: {
        root: {
          borderRadius: 12,
          color: tokens.text,
          '&.MuiAlert-colorWarning': { backgroundColor: tokens['warning-soft'] },
          '&.MuiAlert-colorError': { backgroundColor: tokens['danger-soft'] },
          '&.MuiAlert-colorSuccess': { backgroundColor: tokens['success-soft'] },
          '&.MuiAlert-colorInfo': { backgroundColor: tokens.sunken },
        },
      },
    },
  };
}

function tables(tokens: Tokens): Components {
  return {
    MuiTableCell: {
      styleOverrides: {
        root: { borderBottom: `1px solid ${tokens.hairline}`, fontSize: '0.8125rem', padding: '7px 12px' },
        head: { color: tokens['text-2'], fontSize: '0.75rem', fontWeight: 500, backgroundColor: tokens.surface },
        sizeSmall: {
          padding: '7px 12px',
          '&:first-of-type': { paddingLeft: 16 },
          '&:last-of-type': { paddingRight: 16 },
        },
      },
    },
    MuiTableRow: { styleOverrides: { root: { '&:last-child td': { borderBottom: 0 } } } },
    MuiTablePagination: {
      styleOverrides: { root: { borderTop: `1px solid ${tokens.hairline}`, color: tokens['text-2'] } },
    },
    MuiTab: { styleOverrides: { root: { minHeight: 40, padding: '8px 12px', minWidth: 0 } } },
    MuiTabs: { styleOverrides: { root: { minHeight: 40 } } },
    MuiChip: { styleOverrides: { root: { fontWeight: 600, fontSize: '0.75rem' } } },
  };
}

function controls(tokens: Tokens): Components {
  const focus = { outline: `2px solid ${tokens.focus}`, outlineOffset: 2 };
  return {
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      styleOverrides: { root: { '&.Mui-focusVisible': focus } },
    },
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: {
        root: { borderRadius: 10, minHeight: 34 },
        outlined: { borderColor: tokens['border-control'] },
      },
    },
    MuiToggleButton: { styleOverrides: { root: { color: tokens['text-2'], borderColor: tokens.border } } },
    MuiIconButton: { styleOverrides: { root: { borderRadius: 10 } } },
    MuiLink: {
      styleOverrides: {
        root: { color: tokens.text, textDecorationColor: tokens['border-control'], '&:focus-visible': focus },
      },
    },
  };
}

function fields(tokens: Tokens): Components {
  return {
    MuiTextField: { defaultProps: { variant: 'outlined', size: 'small', margin: 'dense', fullWidth: true } },
    MuiFormControl: { defaultProps: { variant: 'outlined', size: 'small', margin: 'dense', fullWidth: true } },
    MuiOutlinedInput: {
      styleOverrides: {
        root: { borderRadius: 10, backgroundColor: tokens.surface },
        notchedOutline: { borderColor: tokens['border-control'] },
      },
    },
    MuiSwitch: {
      styleOverrides: {
        track: { backgroundColor: tokens['border-control'], opacity: 1 },
        switchBase: { '&.Mui-checked + .MuiSwitch-track': { backgroundColor: tokens.accent, opacity: 0.55 } },
      },
    },
    MuiFormHelperText: { styleOverrides: { root: { marginLeft: 2, color: tokens['text-2'] } } },
    MuiInputLabel: { styleOverrides: { root: { color: tokens['text-2'] } } },
  };
}

function frame(tokens: Tokens): Components {
  return {
    MuiAppBar: {
      defaultProps: { elevation: 0, color: 'transparent' },
      styleOverrides: {
        root: {
          backgroundColor: tokens.surface,
          color: tokens.text,
          border: 0,
          borderBottom: `1px solid ${tokens.hairline}`,
        },
      },
    },
    MuiListItemIcon: { styleOverrides: { root: { minWidth: 34, color: 'inherit' } } },
    MuiMenuItem: {
      styleOverrides: { root: { '&.Mui-selected, &.Mui-selected:hover': { backgroundColor: tokens.pressed } } },
    },
    MuiCssBaseline: { styleOverrides: { body: { fontFamily: 'var(--font-sans)' } } },
  };
}
