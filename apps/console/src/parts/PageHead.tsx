import { text } from '@candor/texts/console';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect } from 'react';

/** Head of a page: title, purpose and buttons. */
export function PageHead(props: {
  readonly title: string;
  readonly lead?: string;
  /** Shown beside the title. */
  readonly aside?: ReactNode;
  /** Shown below the title. */
  readonly below?: ReactNode;
  readonly children?: ReactNode;
}) {
  const { title, lead, aside, below, children } = props;
  useEffect(() => {
    document.title = `${title} · ${text.product}`;
  }, [title]);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'flex-end', pt: 2, pb: 1.5 }}>
      <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5 }}>
          <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
            {title}
          </Typography>
          {aside}
        </Box>
        {below}
        {lead !== undefined && (
          <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5, maxWidth: 640 }}>
            {lead}
          </Typography>
        )}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>{children}</Box>
    </Box>
  );
}
