import Box from '@mui/material/Box';

/** A number of waiting entries; amber if one of them is late. */
export function Count({ value, isLate = false }: { readonly value: number; readonly isLate?: boolean }) {
  return (
    <Box
      component="span"
      className="num"
      sx={{
        minWidth: 18,
        px: 0.625,
        borderRadius: '5px',
        fontSize: '0.6875rem',
        lineHeight: '16px',
        fontWeight: 600,
        textAlign: 'center',
        bgcolor: isLate ? 'warning.light' : 'action.hover',
        color: isLate ? 'warning.main' : 'text.secondary',
      }}
    >
      {value}
    </Box>
  );
}
