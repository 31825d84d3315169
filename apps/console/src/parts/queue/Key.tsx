import Box from '@mui/material/Box';

/** The key of an action, drawn beside its name; screen readers get it from the control itself. */
export function Key({ name }: { readonly name: string }) {
  return (
    <Box
      component="kbd"
      aria-hidden
      sx={{
        display: { xs: 'none', md: 'inline-grid' },
        placeItems: 'center',
        minWidth: 18,
        height: 18,
        px: 0.5,
        borderRadius: '5px',
        boxShadow: 'inset 0 0 0 1px color-mix(in srgb, currentColor 38%, transparent)',
        font: 'inherit',
        fontSize: '0.6875rem !important',
        fontWeight: 600,
        lineHeight: 1,
      }}
    >
      {name}
    </Box>
  );
}
