import { text } from '@candor/texts/console';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** Two lines of a cell: the figure, and what it belongs to. */
export function TwoLines({ first, second }: { readonly first: ReactNode; readonly second: ReactNode }) {
  return (
    <>
      <Box sx={{ fontWeight: 600, color: 'text.primary' }}>{first}</Box>
      <Box sx={{ color: 'text.secondary', fontSize: '0.75rem', lineHeight: 1.35 }}>{second}</Box>
    </>
  );
}

/** A person by verified name, then number. */
export function ClientCell({ name, uid }: { readonly name: string; readonly uid: string }) {
  const number = <span className="num">{uid}</span>;
  return <TwoLines first={name === '' ? text.queue.notVerified : <bdi>{name}</bdi>} second={number} />;
}

/** Approvals: one filled circle for each, dashed ones for those still needed. */
export function ApprovalDots(props: {
  readonly approvals: readonly { readonly by: string; readonly at: number }[];
  readonly needed: number;
}) {
  const { approvals, needed } = props;
  const circle = { width: 20, height: 20, borderRadius: '50%', display: 'inline-grid', placeItems: 'center' } as const;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, whiteSpace: 'nowrap' }}>
      {Array.from({ length: Math.max(needed, approvals.length) }, (_, at) => {
        const by = approvals[at]?.by;
        return (
          <Box
            key={at}
            aria-hidden
            title={by}
            sx={{
              ...circle,
              fontSize: '0.625rem',
              fontWeight: 700,
              ...(by === undefined
                ? { border: '1.5px dashed', borderColor: 'text.secondary' }
                : { bgcolor: 'action.selected', color: 'text.primary' }),
            }}
          >
            {by?.slice(0, 2).toUpperCase()}
          </Box>
        );
      })}
      <span>{text.common.approvalsOf(approvals.length, needed)}</span>
    </Box>
  );
}
