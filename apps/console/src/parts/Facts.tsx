import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
  /** True if the value is shown larger. */
  readonly isLead?: boolean;
}

/** Label and value of each fact side by side; on a phone one below the other. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <Box
      component="dl"
      sx={{ m: 0, display: 'grid', gridTemplateColumns: { xs: '1fr', sm: 'minmax(120px, 34%) 1fr' }, columnGap: 2 }}
    >
      {facts.map(({ label, value, isLead = false }) => (
        <Box key={label} sx={{ display: 'contents', '&:not(:last-of-type) > *': { borderColor: 'divider' } }}>
          <Box
            component="dt"
            sx={{ color: 'text.secondary', fontSize: '0.8125rem', pt: 0.875, pb: { xs: 0, sm: 0.875 } }}
          >
            {label}
          </Box>
          <Box
            component="dd"
            sx={{
              m: 0,
              pt: { xs: 0, sm: 0.625 },
              pb: 0.875,
              minWidth: 0,
              overflowWrap: 'anywhere',
              fontSize: isLead ? '1.25rem' : '0.875rem',
              fontWeight: isLead ? 650 : 500,
            }}
          >
            {value}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
