import ArrowBack from '@mui/icons-material/ArrowBack';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import type { Loaded } from '../api/use-call.ts';
import { LoadFailed } from './LoadFailed.tsx';
import { PageHead } from './PageHead.tsx';

/** Page of one record: link back, head, and the content once it is loaded. */
export function DetailPage<Data>(props: {
  readonly title: string;
  readonly lead?: string;
  /** Shown beside the title. */
  readonly aside?: ReactNode;
  readonly back: { readonly to: string; readonly label: string };
  readonly loaded: Loaded<Data>;
  readonly renderActions?: (data: Data) => ReactNode;
  readonly children: (data: Data) => ReactNode;
}) {
  const { title, lead, aside, back, loaded, renderActions, children } = props;
  const { data, error, reload } = loaded;
  return (
    <>
      <Button
        component={RouterLink}
        to={back.to}
        startIcon={<ArrowBack />}
        color="inherit"
        size="small"
        sx={{ mt: 1.5 }}
      >
        {back.label}
      </Button>
      <PageHead title={title} {...(lead !== undefined && { lead })} {...(aside !== undefined && { aside })}>
        {data !== undefined && renderActions?.(data)}
      </PageHead>
      {error !== null && <LoadFailed error={error} onAgain={reload} />}
      {data === undefined && error === null && <Skeleton variant="rounded" height={320} />}
      {data !== undefined && children(data)}
    </>
  );
}
