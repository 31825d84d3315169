import { articleCalls } from '@candor/contracts/console/content';
import { text } from '@candor/texts/console';
import { useNavigate, useParams } from 'react-router';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { ActionButton, mayCall } from '../../parts/ActionButton.tsx';
import { reasonField } from '../../parts/ActionDialog.tsx';
import { DetailPage } from '../../parts/DetailPage.tsx';
import { FieldGrid, FormCard } from '../../parts/FormCard.tsx';
import { BooleanInput, SelectInput, TextInput } from '../../parts/inputs.tsx';
import { MomentInput } from '../../parts/PeriodInputs.tsx';
import { Section } from '../../parts/Section.tsx';
import { type ArticleForm, blankArticle, fromArticle, toArticle } from './article-form.ts';
import { LanguageTabs } from './LanguageTabs.tsx';

const kinds = (['news', 'announcement'] as const).map((id) => ({ id, name: text.articles[id] }));
const formats = (['markdown', 'html'] as const).map((id) => ({ id, name: text.articles[id] }));

/** Page of one article in all its languages, or of a new one. */
export default function ArticlePage() {
  const id = useParams()['id'] ?? 'new';
  const isNew = id === 'new';
  const loaded = useCall(articleCalls.one, { params: { id } }, { isWanted: !isNew });
  const act = useAction();
  const navigate = useNavigate();
  const save = async (form: ArticleForm) => {
    const body = toArticle(form);
    if ('problem' in body) return body;
    const outcome = isNew
      ? await act(articleCalls.add, { body }, text.common.saved)
      : await act(articleCalls.change, { params: { id }, body }, text.common.saved);
    if (isNew && outcome.data !== undefined) void navigate(`/articles/${outcome.data.id}`);
    return outcome;
  };
  const record = loaded.data === undefined ? undefined : fromArticle(loaded.data);
  return (
    <DetailPage<ArticleForm>
      title={isNew ? text.articles.write : (loaded.data?.title ?? text.articles.change)}
      back={{ to: '/articles', label: text.menu.articles }}
      loaded={isNew ? { ...loaded, data: blankArticle, error: null } : { ...loaded, data: record }}
      renderActions={() => !isNew && loaded.data?.is_deleted === false && <TakeOff id={id} />}
    >
      {(form) => (
        <FormCard<ArticleForm>
          key={form.version}
          record={form}
          label={text.common.save}
          isReadOnly={!mayCall(articleCalls.change)}
          onSave={save}
        >
          <Section>
            <FieldGrid>
              <SelectInput source="kind" label={text.articles.kind} choices={kinds} emptyText={false} />
              <SelectInput source="format" label={text.articles.format} choices={formats} emptyText={false} />
              <MomentInput source="published_at" label={text.articles.publish} />
              <TextInput source="logo" label={text.articles.logo} />
            </FieldGrid>
            <BooleanInput source="is_pinned" label={text.articles.pinned} helperText={false} />
          </Section>
          <Section title={text.articles.languages}>
            <LanguageTabs />
          </Section>
        </FormCard>
      )}
    </DetailPage>
  );
}

function TakeOff({ id }: { readonly id: string }) {
  return (
    <ActionButton
      call={articleCalls.remove}
      label={text.articles.takeOff}
      lead={text.articles.takeOffLead}
      fields={[reasonField]}
      isGrave
      input={({ reason = '' }) => ({ params: { id }, body: { reason } })}
    />
  );
}
