import { userCalls } from '@candor/contracts/console/people';
import { text } from '@candor/texts/console';
import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useParams } from 'react-router';
import type * as z from 'zod/mini';
import { useCall } from '../../api/use-call.ts';
import { ActionButton } from '../../parts/ActionButton.tsx';
import { reasonField } from '../../parts/ActionDialog.tsx';
import { DetailPage } from '../../parts/DetailPage.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { Moment } from '../../parts/Figures.tsx';
import { Section } from '../../parts/Section.tsx';
import { ToneChip } from '../../parts/StatusChip.tsx';
import { AccountLink, UserLink } from '../../parts/UserLink.tsx';
import { UserFigures } from './UserFigures.tsx';
import { UserLimits } from './UserLimits.tsx';
import { UserLooks } from './UserLooks.tsx';
import { UserNotes } from './UserNotes.tsx';
import { UserRating } from './UserRating.tsx';
import { UserRecords } from './UserRecords.tsx';

type User = z.output<typeof userCalls.one.answer>;

/**
 * Page of one client: live figures, orders, ledger and payments, notes, person, limits, sessions, who looked. Opening it
 * is recorded.
 */
export default function UserPage() {
  const uid = useParams()['id'] ?? '';
  const loaded = useCall(userCalls.one, { params: { uid } }, { isRecorded: true });
  return (
    <DetailPage
      title={loaded.data === undefined || loaded.data.name === '' ? `${text.common.user} ${uid}` : loaded.data.name}
      {...(loaded.data !== undefined && { aside: <UserChips user={loaded.data} /> })}
      back={{ to: '/users', label: text.menu.users }}
      loaded={loaded}
      renderActions={(user) => <UserActions user={user} onDone={loaded.reload} />}
    >
      {(user) => (
        <>
          <UserFigures accountId={user.account_id} />
          <Section isFlush>
            <UserRecords user={user} />
          </Section>
          <Section title={text.users.notes} lead={text.users.notesLead} isFlush>
            <UserNotes uid={uid} />
          </Section>
          <Box
            sx={{
              display: 'grid',
              gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' },
              columnGap: 2,
              alignItems: 'start',
            }}
          >
            <Box sx={{ minWidth: 0 }}>
              <Section title={text.common.user}>
                <UserFacts user={user} />
              </Section>
              <Section title={text.users.sessions} isFlush>
                <Sessions sessions={user.sessions} />
              </Section>
            </Box>
            <Box sx={{ minWidth: 0 }}>
              <Section title={text.users.limits} lead={text.users.limitsLead}>
                <UserLimits uid={uid} limits={user.limits} onSaved={loaded.reload} />
              </Section>
              <Section title={text.users.rating} lead={text.users.ratingLead}>
                <UserRating uid={uid} rating={user.rating} onSaved={loaded.reload} />
              </Section>
            </Box>
          </Box>
          <Section title={text.users.looks} lead={text.users.looksLead} isFlush>
            <UserLooks uid={uid} />
          </Section>
        </>
      )}
    </DetailPage>
  );
}

function UserFacts({ user }: { readonly user: User }) {
  return (
    <Facts
      facts={[
        {
          label: text.queue.verifiedName,
          value: user.name === '' ? text.queue.notVerified : <bdi>{user.name}</bdi>,
          isLead: user.name !== '',
        },
        {
          label: text.common.status,
          value: (
            <ToneChip
              label={user.is_disabled ? text.users.disabled : text.users.enabled}
              tone={user.is_disabled ? 'bad' : 'good'}
            />
          ),
        },
        { label: text.users.kind, value: user.is_demo === 1 ? text.common.demo : text.common.real },
        { label: text.users.email, value: user.email || text.common.none },
        { label: text.users.mobile, value: user.mobile || text.common.none },
        { label: text.users.review, value: text.users.reviewStatus[user.review_status] ?? String(user.review_status) },
        { label: text.common.account, value: <AccountLink id={user.account_id} /> },
        {
          label: text.users.inviter,
          value: user.inviter_uid === '' ? text.common.none : <UserLink uid={user.inviter_uid} />,
        },
        { label: text.users.created, value: <Moment ms={user.created_at} /> },
        { label: text.users.seen, value: <Moment ms={user.last_seen_at} /> },
      ]}
    />
  );
}

/** The client at a glance: number, active or not, real or demo, identity. */
function UserChips({ user }: { readonly user: User }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, alignItems: 'center' }}>
      {/* A client without a verified name has the number as the title. */}
      {user.name !== '' && <UserLink uid={user.uid} />}
      {user.is_disabled && <ToneChip label={text.users.disabled} tone="bad" />}
      <ToneChip label={user.is_demo === 1 ? text.common.demo : text.common.real} tone="quiet" />
      <ToneChip
        label={text.users.reviewStatus[user.review_status] ?? String(user.review_status)}
        tone={user.review_status === 2 ? 'good' : 'quiet'}
      />
    </Box>
  );
}

function UserActions({ user, onDone }: { readonly user: User; readonly onDone: () => void }) {
  const params = { uid: user.uid };
  const input = ({ reason = '' }: Record<string, string>) => ({ params, body: { reason } });
  return (
    <>
      {user.sessions.length > 0 && (
        <ActionButton
          call={userCalls.endSessions}
          label={text.users.endSessions}
          lead={text.users.endSessionsLead}
          fields={[reasonField]}
          input={input}
          onDone={onDone}
        />
      )}
      {user.is_disabled ? (
        <ActionButton
          call={userCalls.enable}
          label={text.users.enable}
          fields={[reasonField]}
          isMain
          input={input}
          onDone={onDone}
        />
      ) : (
        <ActionButton
          call={userCalls.disable}
          label={text.users.disable}
          lead={text.users.disableLead}
          fields={[reasonField]}
          isGrave
          input={input}
          onDone={onDone}
        />
      )}
    </>
  );
}

function Sessions({ sessions }: { readonly sessions: User['sessions'] }) {
  if (sessions.length === 0) return <Box sx={{ px: 2, pb: 2, color: 'text.secondary' }}>{text.users.noSessions}</Box>;
  return (
    <Box sx={{ overflowX: 'auto' }}>
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>{text.users.device}</TableCell>
            <TableCell>{text.users.created}</TableCell>
            <TableCell>{text.users.seen}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {sessions.map((session) => (
            <TableRow key={session.id}>
              <TableCell>{session.device || text.common.none}</TableCell>
              <TableCell>
                <Moment ms={session.created_at} />
              </TableCell>
              <TableCell>
                <Moment ms={session.last_seen_at} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}
