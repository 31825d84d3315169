import { text } from '@candor/texts/console';
import Box from '@mui/material/Box';
import { type QueueFigures, useQueues } from '../../api/queues.ts';
import { formatAge, formatTime } from '../../format/figures.ts';

/** Says whether the counts are live, or since when they are not. */
export function LiveChip() {
  const { data, error } = useQueues();
  if (data === undefined) return null;
  const isStale = error !== null;
  return (
    <Box
      component="span"
      role="status"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.75,
        height: 22,
        px: 1,
        borderRadius: 99,
        fontSize: '0.6875rem',
        fontWeight: 600,
        whiteSpace: 'nowrap',
        bgcolor: isStale ? 'warning.light' : 'success.light',
        color: isStale ? 'warning.main' : 'success.main',
        '&::before': { content: '""', width: 7, height: 7, borderRadius: '50%', bgcolor: 'currentColor' },
      }}
    >
      {isStale ? text.queue.staleSince(formatTime(data.at)) : text.queue.live}
    </Box>
  );
}

/** How many wait, how many of them late, and the usual time of a decision. */
export function QueueSummary({ queue }: { readonly queue: QueueFigures }) {
  const { waiting, late, p90_ms: p90 } = queue;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, color: 'text.secondary', fontSize: '0.8125rem' }}>
      <span>{text.queue.waiting(waiting)}</span>
      {late > 0 && (
        <Box component="span" sx={{ color: 'warning.main', fontWeight: 600 }}>
          {text.queue.late(late)}
        </Box>
      )}
      {p90 !== null && <span>{text.queue.usual(formatAge(p90))}</span>}
    </Box>
  );
}
