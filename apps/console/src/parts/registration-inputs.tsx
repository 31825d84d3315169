import { languageCodes, languages } from '@candor/contracts/languages';
import { text } from '@candor/texts/console';
import { SelectArrayInput, SelectInput } from './inputs.tsx';

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
