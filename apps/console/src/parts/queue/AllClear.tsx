import { text } from '@candor/texts/console';
import CheckOutlined from '@mui/icons-material/CheckOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** Page of an empty queue: a tick, the next event, and one next step. */
export function AllClear({ children }: { readonly children?: ReactNode }) {
  return (
    <Box sx={{ display: 'grid', justifyItems: 'center', textAlign: 'center', gap: 1, py: { xs: 6, md: 14 }, px: 2 }}>
      <Box
        sx={{
          width: 48,
          height: 48,
          borderRadius: '50%',
          display: 'grid',
          placeItems: 'center',
          bgcolor: 'success.light',
          color: 'success.main',
        }}
      >
        <CheckOutlined />
      </Box>
      <Typography variant="h2">{text.queue.clear}</Typography>
      <Typography variant="body2" color="textSecondary">
        {text.queue.clearLead}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1, justifyContent: 'center' }}>{children}</Box>
    </Box>
  );
}

/** No entry fits the filters; says how many wait without them. */
export function NoFit({ hidden, onClear }: { readonly hidden: number; readonly onClear: () => void }) {
  return (
    <Box sx={{ display: 'grid', justifyItems: 'center', gap: 1, py: 5, px: 2, color: 'text.secondary' }}>
      <span>
        {text.queue.noFit} {hidden > 0 && text.queue.hidden(hidden)}
      </span>
      <Button variant="outlined" onClick={onClear}>
        {text.queue.clearFilters}
      </Button>
    </Box>
  );
}
