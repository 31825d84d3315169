import { isPermitted } from '@candor/contracts/console/permissions';
import { text } from '@candor/texts/console';
import Box from '@mui/material/Box';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListSubheader from '@mui/material/ListSubheader';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import { Fragment } from 'react';
import { Link as RouterLink, useLocation } from 'react-router';
import { session } from '../api/console-api.ts';
import { type QueueFigures, useQueues } from '../api/queues.ts';
import { Count } from '../parts/queue/Count.tsx';
import { visuallyHidden } from '../parts/visually-hidden.ts';
import { groups, type Section, sections } from './sections.ts';

/** Menu of the sections that the operator may read (R-OPS-70); icons only when it is folded. */
export function ConsoleMenu({ isOpen, onChosen }: { readonly isOpen: boolean; readonly onChosen?: () => void }) {
  const operator = session.current?.operator;
  const queues = useQueues();
  if (operator === undefined) return null;
  const seen = sections.filter(({ permission }) => isPermitted(operator, permission));
  return (
    <MenuList aria-label={text.menu.label} sx={{ py: 1 }}>
      {groups
        .filter((group) => seen.some((section) => section.group === group))
        .map((group) => (
          <Fragment key={group}>
            {isOpen && (
              <ListSubheader
                disableSticky
                component="div"
                role="presentation"
                sx={{ lineHeight: '22px', bgcolor: 'transparent', px: 2.5, pt: 0.75, fontSize: '0.75rem' }}
              >
                {text.menu[group]}
              </ListSubheader>
            )}
            {seen
              .filter((section) => section.group === group)
              .map((section) => (
                <SectionLink
                  key={section.path}
                  section={section}
                  queue={section.queue && queues.of(section.queue)}
                  isOpen={isOpen}
                  onChosen={onChosen}
                />
              ))}
          </Fragment>
        ))}
    </MenuList>
  );
}

const itemStyle = {
  minHeight: 31,
  padding: '3px 12px',
  margin: '0 8px',
  borderRadius: '10px',
  fontSize: '0.8125rem',
  fontWeight: 500,
  color: 'text.secondary',
  '& svg': { fontSize: 19 },
  '&.Mui-selected': { color: 'text.primary', fontWeight: 600 },
} as const;

function SectionLink(props: {
  readonly section: Section;
  /** Counts of the section's queue. */
  readonly queue: QueueFigures | undefined;
  readonly isOpen: boolean;
  readonly onChosen: (() => void) | undefined;
}) {
  const { path, label, icon: Icon } = props.section;
  const { waiting, late } = props.queue ?? { waiting: 0, late: 0 };
  const { pathname } = useLocation();
  const isHere = path === '/' ? pathname === '/' : pathname === path || pathname.startsWith(`${path}/`);
  return (
    <MenuItem
      component={RouterLink}
      to={path}
      selected={isHere}
      aria-current={isHere ? 'page' : undefined}
      {...(!props.isOpen && { 'aria-label': label, title: label })}
      onClick={() => props.onChosen?.()}
      sx={itemStyle}
    >
      <ListItemIcon>
        <Icon />
      </ListItemIcon>
      {props.isOpen && label}
      {props.isOpen && waiting > 0 && (
        <Box component="span" sx={{ ml: 'auto', pl: 1 }}>
          <Box component="span" sx={visuallyHidden}>
            {text.queue.waiting(waiting)}
          </Box>
          <Box component="span" aria-hidden>
            <Count value={waiting} isLate={late > 0} />
          </Box>
        </Box>
      )}
    </MenuItem>
  );
}
