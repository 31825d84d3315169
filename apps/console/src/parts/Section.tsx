import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** A card with a heading; `isFlush` removes the padding around a table. */
export function Section(props: {
  readonly title?: string;
  readonly lead?: string;
  readonly action?: ReactNode;
  readonly isFlush?: boolean;
  readonly children: ReactNode;
}) {
  const { title, lead, action, isFlush = false, children } = props;
  return (
    <Card component="section" sx={{ mb: 2, minWidth: 0 }}>
      {title !== undefined && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', px: 2, pt: 1.75, pb: 0.5 }}>
          <Box sx={{ flex: '1 1 200px' }}>
            <Typography variant="h3" component="h2">
              {title}
            </Typography>
            {lead !== undefined && (
              <Typography variant="body2" color="textSecondary" sx={{ mt: 0.25 }}>
                {lead}
              </Typography>
            )}
          </Box>
          {action}
        </Box>
      )}
      <Box sx={isFlush ? { pt: 1 } : { px: 2, pt: title === undefined ? 1.5 : 0.5, pb: 1.75 }}>{children}</Box>
    </Card>
  );
}
