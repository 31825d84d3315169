import { text } from '@candor/texts/console';
import { formatTime } from '../format/figures.ts';
import type { Fact } from './Facts.tsx';
import { Moment, Waited } from './Figures.tsx';

interface Request {
  readonly status: string;
  readonly requested_at: number;
  readonly since: number;
  readonly approvals: readonly { readonly by: string; readonly at: number }[];
  readonly approvals_needed: number;
  readonly remark: string;
}

const undecided: ReadonlySet<string> = new Set(['waiting', 'requested', 'approved', 'proposed']);

/** True if the request can still be decided. */
export function isUndecided({ status }: Pick<Request, 'status'>): boolean {
  return undecided.has(status);
}

/** Returns the time of a request, its waiting time and its approvals as facts. */
export function requestFacts(request: Request): Fact[] {
  const { approvals, approvals_needed: needed, remark } = request;
  const who = approvals.map(({ by, at }) => <div key={by}>{text.common.approvedBy(by, formatTime(at))}</div>);
  return [
    { label: text.common.requested, value: <Moment ms={request.requested_at} /> },
    ...(isUndecided(request) ? [{ label: text.common.since, value: <Waited since={request.since} /> }] : []),
    {
      label: text.common.approvals,
      value: (
        <>
          {text.common.approvalsOf(approvals.length, needed)}
          {approvals.length === 0 ? ` · ${text.common.noApprovals}` : who}
        </>
      ),
    },
    ...(remark === '' ? [] : [{ label: text.common.remark, value: remark }]),
  ];
}
