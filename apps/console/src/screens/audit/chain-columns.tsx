import { text } from '@candor/texts/console';
import Tooltip from '@mui/material/Tooltip';
import { Moment } from '../../parts/Figures.tsx';
import type { Column } from '../../parts/RowTable.tsx';

/** Common fields of an entry of a hash chain. */
interface ChainEntry {
  readonly id: number;
  readonly at: number;
  readonly hash: string;
}

/** First columns of a row: number and time. */
export const chainHead: readonly Column<ChainEntry>[] = [
  { key: 'id', label: text.common.id, cell: ({ id }) => <span className="num">{id}</span>, canSort: true },
  { key: 'at', label: text.common.at, cell: ({ at }) => <Moment ms={at} /> },
];

/** Last column of a row: the shortened hash. */
export const chainTail: readonly Column<ChainEntry>[] = [
  {
    key: 'hash',
    label: text.audit.hash,
    cell: ({ hash }) => (
      <Tooltip title={hash}>
        <span className="code">{hash.slice(0, 10)}</span>
      </Tooltip>
    ),
  },
];
