import { companyCalls } from '@candor/contracts/console/content';
import { text } from '@candor/texts/console';
import Skeleton from '@mui/material/Skeleton';
import type * as z from 'zod/mini';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { mayCall } from '../../parts/ActionButton.tsx';
import { FormCard } from '../../parts/FormCard.tsx';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { CompanyFields } from './CompanyFields.tsx';
import { type CompanyForm, fromCompany, toCompany } from './company-form.ts';

export type Company = z.output<typeof companyCalls.one.answer>;

/** Page of the company's brand, links and rules; each change is a new version. */
export default function CompanyPage() {
  const { data, error, reload } = useCall(companyCalls.one);
  const act = useAction();
  return (
    <>
      <PageHead title={text.menu.companySettings} lead={text.company.lead} />
      {error !== null && <LoadFailed error={error} onAgain={reload} />}
      {data === undefined && error === null && <Skeleton variant="rounded" height={420} />}
      {data !== undefined && (
        <FormCard<CompanyForm>
          key={data.version}
          record={fromCompany(data)}
          label={text.company.saveVersion}
          isReadOnly={!mayCall(companyCalls.change)}
          onSave={(form) => act(companyCalls.change, { body: toCompany(form, data.version) }, text.common.saved)}
        >
          <CompanyFields company={data} />
        </FormCard>
      )}
    </>
  );
}
