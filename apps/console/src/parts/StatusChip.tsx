import { text } from '@candor/texts/console';
import Chip from '@mui/material/Chip';

type Tone = 'waiting' | 'good' | 'bad' | 'quiet';

const tones: Readonly<Record<string, Tone>> = {
  waiting: 'waiting',
  pending: 'waiting',
  requested: 'waiting',
  proposed: 'waiting',
  contested: 'bad',
  approved: 'good',
  paid: 'good',
  credited: 'good',
  posted: 'good',
  open: 'good',
  rejected: 'bad',
};

const colours = {
  waiting: { bgcolor: 'warning.light', color: 'warning.main' },
  good: { bgcolor: 'success.light', color: 'success.main' },
  bad: { bgcolor: 'error.light', color: 'error.main' },
  quiet: { bgcolor: 'action.hover', color: 'text.secondary' },
} as const;

/** A state in one word; its colour adds no meaning of its own. */
export function ToneChip({ label, tone }: { readonly label: string; readonly tone: Tone }) {
  return <Chip size="small" label={label} sx={{ ...colours[tone], height: 22, borderRadius: '6px' }} />;
}

export function StatusChip({ status }: { readonly status: string }) {
  const known = Object.hasOwn(text.status, status) ? text.status[status as keyof typeof text.status] : status;
  return <ToneChip label={known} tone={tones[status] ?? 'quiet'} />;
}
