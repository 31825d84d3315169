import { isPermitted } from '@candor/contracts/console/permissions';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router';
import { session } from '../api/console-api.ts';

/** A user's number; a link for operators who may read users. */
export function UserLink({ uid }: { readonly uid: string }) {
  const operator = session.current?.operator;
  if (operator === undefined || !isPermitted(operator, 'user.read')) return <span className="num">{uid}</span>;
  return (
    <Link component={RouterLink} to={`/users/${uid}`} className="num">
      {uid}
    </Link>
  );
}

export function AccountLink({ id }: { readonly id: number }) {
  return (
    <Link component={RouterLink} to={`/accounts/${id}`} className="num">
      {id}
    </Link>
  );
}
