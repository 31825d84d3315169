import { text } from '@candor/texts/console';
import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import { formatAge, formatExactTime } from '../../format/figures.ts';
import { useNow } from '../Figures.tsx';

/**
 * Duration that an entry has waited, beside the time within which 90 % are decided: the tick is at that time, in the middle
 * of the bar; past it the bar is amber. Without that time only the duration.
 */
export function WaitClock({ since, p90 }: { readonly since: number; readonly p90: number | null }) {
  const age = useNow() - since;
  const isLate = p90 !== null && age > p90;
  const share = p90 === null || p90 <= 0 ? 0 : Math.min(100, Math.max(2, (50 * age) / p90));
  const hint =
    p90 === null ? formatExactTime(since) : `${formatExactTime(since)} · ${text.queue.usual(formatAge(p90))}`;
  return (
    <Tooltip title={hint}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, whiteSpace: 'nowrap' }}>
        <Box
          component="b"
          className="num"
          sx={{ minWidth: 72, fontWeight: 600, ...(isLate && { color: 'warning.main' }) }}
        >
          {formatAge(age)}
        </Box>
        {p90 !== null && (
          <Box
            aria-hidden
            sx={{
              width: 74,
              height: 5,
              borderRadius: '3px',
              bgcolor: 'action.selected',
              position: 'relative',
              flex: 'none',
            }}
          >
            <Box
              sx={{
                position: 'absolute',
                insetBlock: 0,
                insetInlineStart: 0,
                width: `${share}%`,
                borderRadius: '3px',
                bgcolor: isLate ? 'warning.main' : 'text.secondary',
              }}
            />
            <Box
              sx={{
                position: 'absolute',
                insetBlock: '-3px',
                insetInlineStart: '50%',
                width: '1.5px',
                bgcolor: 'text.primary',
              }}
            />
          </Box>
        )}
      </Box>
    </Tooltip>
  );
}
