import { codes } from '@candor/contracts/codes';
import { useId, useState } from 'react';
import { CallError } from '../../data/client.ts';
import { type NoteText, noteTextMax, type TradeNote, tagsMax, tagTextMax } from '../../data/note-text.ts';
import { keepDraft, saveTradeNote, useDraft, useTradeNote } from '../../data/trade-note.ts';
import { t } from '../../i18n/text.ts';
import buttonStyles from '../../ui/Button.module.css';
import chipsStyles from '../../ui/Chips.module.css';
import { cx } from '../../ui/class-names.ts';
import { Field } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Bone } from '../../ui/Skeleton.tsx';
import { showToast } from '../../ui/toast.ts';
import typographyStyles from '../../ui/typography.module.css';
import { toastError } from '../toast-error.ts';
import { tagsWith, tagsWithout } from './note-tags.ts';
import styles from './TradeSheet.module.css';

/** Note and tags of a trade (R-JRN-07). */
export function TradeNotes({ orderId }: { orderId: number }) {
  const { data, isError, refetch } = useTradeNote(orderId);
  if (data !== undefined) return <NoteForm orderId={orderId} stored={data} />;
  if (!isError) return <Bone width="100%" height={120} />;
  return (
    <button
      type="button"
      className={cx(buttonStyles.button, buttonStyles.secondary, buttonStyles.medium, buttonStyles.wide)}
      onClick={() => void refetch()}
    >
      <Icon name="refresh" size={18} />
      {t('journal.noteFailed')}
    </button>
  );
}

function NoteForm({ orderId, stored }: { orderId: number; stored: TradeNote }) {
  const draft = useDraft(orderId);
  const [isSaving, setSaving] = useState(false);
  const id = useId();
  const text: NoteText = draft ?? stored;
  const isChanged = text.note !== stored.note || text.tags.join('\n') !== stored.tags.join('\n');
  const change = (next: Partial<NoteText>) =>
    keepDraft({ orderId, text: { note: text.note, tags: text.tags, ...next } });

  async function save(): Promise<void> {
    setSaving(true);
    try {
      await saveTradeNote(orderId, text, stored.version);
      keepDraft(null);
      showToast('ok', t('journal.noteSaved'));
    } catch (error) {
      // The draft stays, and is saved over the other text if the user wants that.
      if (error instanceof CallError && error.code === codes.versionChanged)
        showToast('warn', t('journal.noteConflict'));
      else toastError(error);
    } finally {
      setSaving(false);
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && !isSaving) void save();
      }}
    >
      <Tags tags={text.tags} known={stored.knownTags} onChange={(tags) => change({ tags })} />
      <div className={styles.note}>
        <label htmlFor={id}>{t('journal.note')}</label>
        <textarea
          id={id}
          name="note"
          dir="auto"
          value={text.note}
          maxLength={noteTextMax}
          onChange={({ target }) => change({ note: target.value })}
        />
      </div>
      <div className={styles.foot}>
        <p className={cx(typographyStyles.extraSmall, typographyStyles.tertiary)}>{t('journal.private')}</p>
        <button
          type="submit"
          className={cx(
            buttonStyles.button,
            isChanged ? buttonStyles.primary : buttonStyles.secondary,
            buttonStyles.medium,
          )}
          aria-disabled={!isChanged || isSaving}
          data-testid="note-save"
        >
          {t('common.save')}
        </button>
      </div>
    </form>
  );
}

interface TagsProps {
  readonly tags: readonly string[];
  readonly known: readonly string[];
  readonly onChange: (tags: readonly string[]) => void;
}

/** Tags of this trade pressed, those of other trades to choose from, and a field for a new one. */
function Tags({ tags, known, onChange }: TagsProps) {
  const [isAdding, setAdding] = useState(false);
  const shown = known.reduce(tagsWith, tags);
  const isFull = tags.length >= tagsMax;
  return (
    <>
      <fieldset className={styles.tags} aria-label={t('journal.tags')}>
        {shown.map((tag) => {
          const isOn = tags.includes(tag);
          return (
            <button
              key={tag}
              type="button"
              className={cx(chipsStyles.chip, chipsStyles.plain, isOn && chipsStyles.selected)}
              aria-pressed={isOn}
              disabled={!isOn && isFull}
              dir="auto"
              data-testid="note-tag"
              onClick={() => onChange(isOn ? tagsWithout(tags, tag) : tagsWith(tags, tag))}
            >
              {tag}
            </button>
          );
        })}
        {isFull || isAdding ? null : (
          <button
            type="button"
            className={cx(chipsStyles.chip, chipsStyles.plain)}
            aria-label={t('journal.addTag')}
            data-testid="note-add-tag"
            onClick={() => setAdding(true)}
          >
            <Icon name="plus" size={16} />
          </button>
        )}
      </fieldset>
      {isAdding ? (
        <NewTag onAdd={(tag) => onChange(tagsWith(tags, tag))} onDone={() => setAdding(false)} isFull={isFull} />
      ) : null}
    </>
  );
}

/** Enter adds the tag and keeps the field for the next one; an empty Enter ends it. */
function NewTag({ isFull, onAdd, onDone }: { isFull: boolean; onAdd: (tag: string) => void; onDone: () => void }) {
  const [typed, setTyped] = useState('');
  if (isFull) return null;
  const add = () => {
    if (typed.trim() === '') return onDone();
    onAdd(typed);
    return setTyped('');
  };
  return (
    <div
      className={styles.newTag}
      ref={focusField}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        add();
      }}
    >
      <Field
        name="tag"
        problem={undefined}
        label={t('journal.newTag')}
        value={typed}
        autoComplete="off"
        maxLength={tagTextMax}
        enterKeyHint="done"
        onChange={setTyped}
        onBlur={() => {
          if (typed.trim() !== '') add();
        }}
      />
    </div>
  );
}

function focusField(box: HTMLElement | null): void {
  box?.querySelector('input')?.focus();
}
