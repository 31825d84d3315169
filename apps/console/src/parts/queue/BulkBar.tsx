import { text } from '@candor/texts/console';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link as RouterLink } from 'react-router';
import { Key } from './Key.tsx';

/** Bar over the foot of a queue with the ticked entries; leads to the page that shows them together. */
export function BulkBar(props: { readonly count: number; readonly to: string; readonly onClear: () => void }) {
  const { count, to, onClear } = props;
  return (
    <Box
      role="region"
      aria-label={text.queue.selected(count)}
      sx={{
        position: 'sticky',
        bottom: 16,
        mx: 'auto',
        width: 'fit-content',
        maxWidth: '100%',
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1.5,
        px: 2,
        py: 0.75,
        borderRadius: '11px',
        bgcolor: 'text.primary',
        color: 'background.paper',
        zIndex: 5,
      }}
    >
      <b>{text.queue.selected(count)}</b>
      <Box component="span" sx={{ fontSize: '0.75rem' }}>
        {text.queue.bulkLead}
      </Box>
      <Button size="small" color="inherit" onClick={onClear} endIcon={<Key name="Esc" />}>
        {text.queue.clearSelection}
      </Button>
      <Button
        size="small"
        component={RouterLink}
        to={to}
        sx={{ bgcolor: 'background.paper', color: 'text.primary', '&:hover': { bgcolor: 'background.default' } }}
      >
        {text.queue.review(count)}
      </Button>
    </Box>
  );
}
