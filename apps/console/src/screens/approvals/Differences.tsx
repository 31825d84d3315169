import { text } from '@candor/texts/console';
import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { Section } from '../../parts/Section.tsx';
import type { Approval } from './approval.ts';

const { approvals } = text;

/** Old and new value of each field that a change touches; about an operator also what stays. */
export function Differences({ changes }: Pick<Approval, 'changes'>) {
  return (
    <Section title={approvals.difference} isFlush>
      <Box sx={{ overflowX: 'auto' }}>
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>{approvals.field}</TableCell>
              <TableCell>{approvals.before}</TableCell>
              <TableCell>{approvals.after}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {changes.map(({ field, before, after }) => (
              <TableRow key={field}>
                <TableCell component="th" scope="row">
                  {(text.fieldLabels as Readonly<Record<string, string>>)[field] ?? field}
                </TableCell>
                <TableCell>
                  <Box
                    component={before === after ? 'span' : 'del'}
                    sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}
                  >
                    {shown(before)}
                  </Box>
                </TableCell>
                <TableCell>
                  {before === after ? (
                    <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
                      {shown(after)}
                    </Box>
                  ) : (
                    <Box
                      component="ins"
                      sx={{
                        bgcolor: 'warning.light',
                        color: 'warning.main',
                        fontWeight: 600,
                        px: 0.75,
                        borderRadius: '6px',
                        textDecoration: 'none',
                        overflowWrap: 'anywhere',
                      }}
                    >
                      {shown(after)}
                    </Box>
                  )}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
    </Section>
  );
}

/** Yes and no of switches; other values as they are. */
function shown(value: string | null): string {
  if (value === null || value === '') return approvals.nothing;
  if (value === 'true') return text.common.yes;
  return value === 'false' ? text.common.no : value;
}
