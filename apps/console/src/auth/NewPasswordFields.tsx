import { text } from '@candor/texts/console';
import TextField from '@mui/material/TextField';

/** Minimum length of an operator's password. */
const lengthMin = 12;

/** A new password, typed twice. */
export interface NewPassword {
  readonly password: string;
  readonly again: string;
}

/** Returns why a new password cannot be sent; null if it can. */
export function newPasswordProblem({ password, again }: NewPassword): string | null {
  if (password.length < lengthMin) return text.signIn.short;
  return password === again ? null : text.signIn.differ;
}

export function NewPasswordFields(props: {
  readonly value: NewPassword;
  readonly onChange: (value: NewPassword) => void;
}) {
  const { value, onChange } = props;
  return (
    <>
      <TextField
        type="password"
        label={text.signIn.newPassword}
        autoComplete="new-password"
        value={value.password}
        onChange={({ target }) => onChange({ ...value, password: target.value })}
      />
      <TextField
        type="password"
        label={text.signIn.repeat}
        autoComplete="new-password"
        value={value.again}
        onChange={({ target }) => onChange({ ...value, again: target.value })}
      />
    </>
  );
}
