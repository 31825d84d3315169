import type { auditCalls } from '@candor/contracts/console/people';
import type { signInCalls } from '@candor/contracts/console/sign-ins';
import { text } from '@candor/texts/console';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import { type ReactNode, useState } from 'react';
import type * as z from 'zod/mini';
import { useAction } from '../../api/use-action.ts';
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

type Verdict = z.output<typeof auditCalls.verify.answer>;

/** Returns the button that checks a whole chain, and the notice with the result. */
export function useChainCheck(call: typeof auditCalls.verify | typeof signInCalls.verify): {
  readonly button: ReactNode;
  readonly verdict: ReactNode;
} {
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const act = useAction();
  const verify = async () => {
    const { data, problem: why } = await act(call, {}, toVerdict);
    setVerdict(data ?? null);
    setProblem(why);
  };
  return {
    button: (
      <Button variant="contained" onClick={() => void verify()}>
        {text.audit.verify}
      </Button>
    ),
    verdict: (
      <>
        {verdict !== null && (
          <Alert severity={verdict.is_whole ? 'success' : 'error'} role="status" sx={{ mb: 1.5 }}>
            {toVerdict(verdict)}
          </Alert>
        )}
        {problem !== null && (
          <Alert severity="error" role="alert" sx={{ mb: 1.5 }}>
            {problem}
          </Alert>
        )}
      </>
    ),
  };
}

function toVerdict({ is_whole, entries, broken_at }: Verdict): string {
  return is_whole ? text.audit.whole(entries) : text.audit.broken(broken_at);
}
