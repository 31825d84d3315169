import { isPermitted } from '@candor/contracts/console/permissions';
import { text } from '@candor/texts/console';
import ListSubheader from '@mui/material/ListSubheader';
import { Fragment } from 'react';
import { Menu, useSidebarState } from 'react-admin';
import { session } from '../api/console-api.ts';
import { groups, sections } from './sections.ts';

/** Menu of the sections that the operator may read (R-OPS-70). */
export function ConsoleMenu() {
  const [isOpen] = useSidebarState();
  const operator = session.current?.operator;
  if (operator === undefined) return null;
  const seen = sections.filter(({ permission }) => isPermitted(operator, permission));
  return (
    <Menu>
      {groups
        .filter((group) => seen.some((section) => section.group === group))
        .map((group) => (
          <Fragment key={group}>
            {isOpen && (
              <ListSubheader
                disableSticky
                component="div"
                sx={{ lineHeight: '22px', bgcolor: 'transparent', px: 2.5, pt: 0.75, fontSize: '0.75rem' }}
              >
                {text.menu[group]}
              </ListSubheader>
            )}
            {seen
              .filter((section) => section.group === group)
              .map(({ path, label, icon: Icon }) => (
                <Menu.Item key={path} to={path} primaryText={label} leftIcon={<Icon />} />
              ))}
          </Fragment>
        ))}
    </Menu>
  );
}
