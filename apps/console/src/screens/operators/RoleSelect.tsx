import type { OperatorRole } from '@candor/contracts/console/permissions';
import { text } from '@candor/texts/console';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';

const roles = Object.entries(text.operators.roles) as [OperatorRole, string][];

export function RoleSelect(props: { readonly value: OperatorRole; readonly onChange: (role: OperatorRole) => void }) {
  return (
    <TextField
      select
      label={text.operators.role}
      value={props.value}
      onChange={({ target }) => props.onChange(target.value as OperatorRole)}
    >
      {roles.map(([role, name]) => (
        <MenuItem key={role} value={role}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}
