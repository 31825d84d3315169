import type { DeskQueue } from '@candor/contracts/console/desk';
import { text } from '@candor/texts/console';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Card from '@mui/material/Card';
import type { ComponentType, ReactNode } from 'react';
import { Link as RouterLink, useNavigate } from 'react-router';
import type { ListName } from '../../api/lists.ts';
import { useQueues } from '../../api/queues.ts';
import { useList } from '../list-state.ts';
import { Key } from './Key.tsx';
import { useKeys } from './keys.ts';
import { useLiveList } from './live-list.ts';

/** Entries of the queue that a decision page knows; more are reached from the queue itself. */
const shownMax = 50;

export interface QueueSteps<Row> {
  readonly rows: readonly Row[];
  /** Position of the open entry; -1 if it does not wait any more. */
  readonly at: number;
  /** Opens the next waiting entry; undefined if there is none. */
  readonly openNext: (() => void) | undefined;
  readonly openPrevious: (() => void) | undefined;
  readonly pathOf: (id: number) => string;
}

/** Returns the place of an open entry in its queue, and the way to its neighbours (R-CON-16). */
export function useQueueSteps<Row extends { readonly id: number }>(asked: {
  readonly name: ListName;
  readonly queue: DeskQueue;
  readonly status: string;
  readonly id: string;
  readonly pathOf: (id: number) => string;
}): QueueSteps<Row> {
  const { name, queue, status, id, pathOf } = asked;
  const start = { page: 1, perPage: shownMax, sort: 'id', order: 'DESC', filter: { status } } as const;
  const { rows = [], reload } = useList<Row>({ name, fixed: undefined, start, isInAddress: false });
  useLiveList([useQueues().of(queue)], reload, false);
  const navigate = useNavigate();
  const at = rows.findIndex((row) => String(row.id) === id);
  // An entry that was decided leaves the list: the next one is then the first that waits.
  const next = rows[at + 1] ?? rows.find((row) => String(row.id) !== id);
  const previous = rows[at - 1];
  const open = (row: Row | undefined) => (row === undefined ? undefined : () => void navigate(pathOf(row.id)));
  const steps = { rows, at, openNext: open(next), openPrevious: open(previous), pathOf };
  useKeys({ n: steps.openNext, j: steps.openNext, p: steps.openPrevious, k: steps.openPrevious });
  return steps;
}

/** No fading from off to on, which would be unreadable meanwhile. */
const still = { transition: 'none' } as const;

/** Buttons to the neighbours in the queue, and the place among them. */
export function StepButtons<Row>({ steps }: { readonly steps: QueueSteps<Row> }) {
  const { at, rows, openNext, openPrevious } = steps;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      {at >= 0 && (
        <Box component="span" className="num" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
          {text.queue.place(at + 1, rows.length)}
        </Box>
      )}
      <StepButton label={text.queue.previous} keyName="P" open={openPrevious} />
      <StepButton label={text.queue.nextOne} keyName="N" open={openNext} />
    </Box>
  );
}

function StepButton(props: {
  readonly label: string;
  readonly keyName: string;
  readonly open: (() => void) | undefined;
}) {
  const { label, keyName, open } = props;
  return (
    <Button sx={still} variant="outlined" disabled={open === undefined} onClick={open} endIcon={<Key name={keyName} />}>
      {label}
    </Button>
  );
}

/** The waiting entries beside the open one; on wide screens only. */
export function QueueRail<Row extends { readonly id: number }>(props: {
  readonly steps: QueueSteps<Row>;
  /** Draws the two lines of an entry. */
  readonly Entry: ComponentType<{ readonly row: Row }>;
}) {
  const { steps, Entry } = props;
  if (steps.rows.length === 0) return null;
  return (
    <Card
      component="nav"
      aria-label={text.queue.queue}
      sx={{ display: { xs: 'none', lg: 'block' }, alignSelf: 'start' }}
    >
      <Box sx={{ px: 1.75, py: 1.25, fontWeight: 650, fontSize: '0.8125rem' }}>{text.queue.queue}</Box>
      {steps.rows.map((row, at) => {
        const isCurrent = at === steps.at;
        return (
          <ButtonBase
            key={row.id}
            component={RouterLink}
            to={steps.pathOf(row.id)}
            aria-current={isCurrent ? 'page' : undefined}
            sx={{
              display: 'block',
              width: '100%',
              textAlign: 'start',
              px: 1.75,
              py: 0.75,
              borderTop: 1,
              borderColor: 'divider',
              fontSize: '0.8125rem',
              ...(isCurrent && { bgcolor: 'action.hover', boxShadow: 'inset 3px 0 0 currentColor' }),
            }}
          >
            <Entry row={row} />
          </ButtonBase>
        );
      })}
    </Card>
  );
}

/** Two lines of an entry, each with a start and an end. */
export function RailLines(props: {
  readonly first: readonly [ReactNode, ReactNode];
  readonly second: readonly [ReactNode, ReactNode];
}) {
  const line = { display: 'flex', justifyContent: 'space-between', gap: 1 } as const;
  return (
    <>
      <Box sx={{ ...line, fontWeight: 600 }}>
        <bdi>{props.first[0]}</bdi>
        {props.first[1]}
      </Box>
      <Box sx={{ ...line, color: 'text.secondary', fontSize: '0.75rem' }}>
        <span>{props.second[0]}</span>
        {props.second[1]}
      </Box>
    </>
  );
}
