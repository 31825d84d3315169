import { languageCodes, languages } from '@candor/contracts/languages';
import { text } from '@candor/texts/console';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { useId } from 'react';
import { useController } from 'react-hook-form';

interface InputProps {
  /** Name of the value in the form; `texts.en.title` for a nested one. */
  readonly source: string;
  readonly label: string;
  readonly helperText?: string | false;
  readonly disabled?: boolean;
}

type TextInputProps = InputProps &
  Pick<TextFieldProps, 'type' | 'multiline' | 'minRows' | 'maxRows' | 'slotProps'> & {
    readonly format?: (value: unknown) => string;
    readonly parse?: (typed: string) => unknown;
  };

const asTyped = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** The value of an input with its problem, which replaces the hint. */
function useInput(source: string, hint: string | false | undefined) {
  const id = useId();
  const { field, fieldState } = useController({ name: source });
  const problem = fieldState.error?.message;
  return { id, field, problem, hint: problem ?? (hint === false ? undefined : hint) };
}

/** One line or more of text. */
export function TextInput(props: TextInputProps) {
  const { source, label, helperText, format = asTyped, parse, ...rest } = props;
  const { id, field, problem, hint } = useInput(source, helperText);
  return (
    <TextField
      {...rest}
      id={id}
      label={label}
      name={field.name}
      inputRef={field.ref}
      value={format(field.value)}
      onChange={({ target }) => field.onChange(parse === undefined ? target.value : parse(target.value))}
      onBlur={field.onBlur}
      error={problem !== undefined}
      helperText={hint}
    />
  );
}

/** A whole number; null when it is empty. */
export function NumberInput(props: InputProps & { readonly min?: number; readonly max?: number }) {
  const { min, max, ...rest } = props;
  return (
    <TextInput
      {...rest}
      type="number"
      parse={(typed) => (typed === '' ? null : Number(typed))}
      slotProps={{ htmlInput: { min, max } }}
    />
  );
}

/** A switch. */
export function BooleanInput({ source, label, helperText, disabled }: InputProps) {
  const { field, problem, hint } = useInput(source, helperText);
  return (
    <div>
      <FormControlLabel
        label={label}
        disabled={disabled === true}
        control={
          <Switch
            name={field.name}
            checked={field.value === true}
            onChange={(_, isOn) => field.onChange(isOn)}
            onBlur={field.onBlur}
          />
        }
      />
      {hint !== undefined && <FormHelperText error={problem !== undefined}>{hint}</FormHelperText>}
    </div>
  );
}

export interface Choice {
  readonly id: string | number;
  readonly name: string;
}

interface SelectProps extends InputProps {
  readonly choices: readonly Choice[];
  /** False if one of the choices must be chosen. */
  readonly emptyText?: false;
}

/** One of several choices. */
export function SelectInput({ source, label, helperText, disabled, choices, emptyText }: SelectProps) {
  const { id, field, problem, hint } = useInput(source, helperText);
  const isKnown = choices.some((choice) => choice.id === field.value);
  return (
    <TextField
      select
      id={id}
      label={label}
      name={field.name}
      disabled={disabled === true}
      value={isKnown ? field.value : ''}
      onChange={({ target }) => field.onChange(target.value)}
      onBlur={field.onBlur}
      error={problem !== undefined}
      helperText={hint}
    >
      {emptyText !== false && <MenuItem value="">&nbsp;</MenuItem>}
      {choices.map((choice) => (
        <MenuItem key={choice.id} value={choice.id}>
          {choice.name}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** Any number of choices. */
function SelectArrayInput({ source, label, helperText, choices }: SelectProps) {
  const { id, field, problem, hint } = useInput(source, helperText);
  const nameOf = (chosen: string | number) => choices.find((choice) => choice.id === chosen)?.name ?? String(chosen);
  return (
    <TextField
      select
      id={id}
      label={label}
      name={field.name}
      value={Array.isArray(field.value) ? field.value : []}
      onChange={({ target }) => field.onChange(target.value)}
      onBlur={field.onBlur}
      error={problem !== undefined}
      helperText={hint}
      slotProps={{
        select: { multiple: true, renderValue: (chosen) => (chosen as (string | number)[]).map(nameOf).join(', ') },
      }}
    >
      {choices.map((choice) => (
        <MenuItem key={choice.id} value={choice.id}>
          {choice.name}
        </MenuItem>
      ))}
    </TextField>
  );
}

const languageNames = new Intl.DisplayNames(['en'], { type: 'language' });
const languageChoices = languageCodes.map((id) => ({ id, name: languageNames.of(languages[id].tag) ?? id }));
const regTypes = [
  { id: 'email', name: text.users.email },
  { id: 'mobile', name: text.users.mobile },
];
const verifyTypes = [
  { id: 1, name: text.company.verifyCode },
  { id: 2, name: text.company.verifyCaptcha },
];

/** Registration methods of a company and the proof they require. */
export function RegistrationInputs() {
  return (
    <>
      <SelectInput source="verify_reg_type" label={text.company.regType} choices={regTypes} emptyText={false} />
      <SelectInput source="verify_type" label={text.company.verifyType} choices={verifyTypes} emptyText={false} />
    </>
  );
}

/** Languages that a company offers. */
export function LanguagesInput() {
  return <SelectArrayInput source="languages" label={text.company.languages} choices={languageChoices} />;
}
