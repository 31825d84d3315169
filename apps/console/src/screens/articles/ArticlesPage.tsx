import { articleCalls } from '@candor/contracts/console/content';
import { text } from '@candor/texts/console';
import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { Link as RouterLink } from 'react-router';
import type * as z from 'zod/mini';
import { mayCall } from '../../parts/ActionButton.tsx';
import { Moment } from '../../parts/Figures.tsx';
import { ListPage } from '../../parts/ListPage.tsx';
import type { Column } from '../../parts/RowTable.tsx';
import { ToneChip } from '../../parts/StatusChip.tsx';
import { allChoice, StatusFilter } from '../../parts/StatusFilter.tsx';

type Article = z.output<typeof articleCalls.list.answer>['data'][number];

const columns: readonly Column<Article>[] = [
  { key: 'title', label: text.articles.title, cell: ({ title }) => title || text.common.none },
  { key: 'kind', label: text.articles.kind, cell: ({ kind }) => text.articles[kind] },
  {
    key: 'state',
    label: text.common.status,
    cell: (article) => <State article={article} />,
  },
  {
    key: 'published_at',
    label: text.articles.published,
    cell: (row) => <Moment ms={row.published_at} />,
    canSort: true,
  },
  { key: 'pinned', label: text.articles.pinned, cell: (row) => (row.is_pinned ? text.common.yes : text.common.none) },
  {
    key: 'languages',
    label: text.articles.languages,
    cell: ({ languages }) => languages.join(' '),
  },
  { key: 'updated_at', label: text.articles.updated, cell: ({ updated_at }) => <Moment ms={updated_at} /> },
  { key: 'by', label: text.common.by, cell: ({ by }) => by },
];

function State({ article: { is_deleted, published_at } }: { readonly article: Article }) {
  if (is_deleted) return <ToneChip label={text.articles.deleted} tone="bad" />;
  if (published_at === null) return <ToneChip label={text.articles.draft} tone="quiet" />;
  return <ToneChip label={text.articles.published} tone="good" />;
}

const kinds = [['news', text.articles.news], ['announcement', text.articles.announcement], allChoice] as const;

/** List of news and announcements. */
export default function ArticlesPage() {
  return (
    <ListPage<Article>
      name="articles"
      title={text.menu.articles}
      lead={text.articles.lead}
      columns={columns}
      linkTo={({ id }) => `/articles/${id}`}
      actions={
        mayCall(articleCalls.add) && (
          <Button component={RouterLink} to="/articles/new" variant="contained" startIcon={<Add />}>
            {text.articles.write}
          </Button>
        )
      }
      filters={<StatusFilter source="kind" label={text.articles.kind} choices={kinds} />}
    />
  );
}
