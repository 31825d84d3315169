import { useEffect, useState } from 'react';
import { changeTemplates, loadTemplates, useTemplates } from '../../../../data/chart-templates.ts';
import {
  addingTemplate,
  choosingDefault,
  deletingTemplate,
  renamingTemplate,
  type Template,
  type TemplateChange,
  TemplateError,
  templateNameMax,
  templatesMax,
} from '../../../../data/template-list.ts';
import { t } from '../../../../i18n/text.ts';
import { useChartScope, useIndicatorSpecs } from '../../../../session/chart-scope.ts';
import buttonStyles from '../../../../ui/Button.module.css';
import { cx } from '../../../../ui/class-names.ts';
import { Field } from '../../../../ui/Field.tsx';
import { Icon } from '../../../../ui/Icon.tsx';
import layoutStyles from '../../../../ui/layout.module.css';
import { Sheet } from '../../../../ui/Sheet.tsx';
import { Toggle } from '../../../../ui/Toggle.tsx';
import { showToast } from '../../../../ui/toast.ts';
import typographyStyles from '../../../../ui/typography.module.css';
import chartToolsStyles from '../ChartTools.module.css';
import styles from './Indicators.module.css';
import { applyTemplate, toTemplate } from './templates.ts';

const problemTexts = {
  missing: () => t('chart.templateNameMissing'),
  taken: () => t('chart.templateNameTaken'),
  full: () => t('chart.templateFull', { count: templatesMax }),
} as const;

/** Makes a change; returns what is wrong with its name, or null. A change that is not saved is reported. */
async function make(change: TemplateChange): Promise<string | null> {
  try {
    await changeTemplates(change);
    return null;
  } catch (error) {
    if (error instanceof TemplateError) return problemTexts[error.problem]();
    showToast('bad', t('chart.templateUnsaved'));
    return t('chart.templateUnsaved');
  }
}

/** Templates of indicators: apply, save, rename, delete, and the one for new charts (R-SCR-79). */
export function TemplateSheet({ onClose }: { readonly onClose: () => void }) {
  const { templates, hasFailed, isVisitor } = useTemplates();
  const [renamed, setRenamed] = useState<string | null>(null);
  useEffect(() => void loadTemplates(), []);
  return (
    <Sheet title={t('chart.templates')} label={t('chart.templates')} onClose={onClose}>
      {(close) => (
        <div className={cx(layoutStyles.column, chartToolsStyles.groups)}>
          {templates === null ? <Unknown hasFailed={hasFailed} /> : null}
          {templates?.length === 0 ? (
            <p className={cx(typographyStyles.secondary, typographyStyles.small)}>{t('chart.templateNone')}</p>
          ) : null}
          {templates?.map((template) =>
            template.name === renamed ? (
              <NameForm
                key={template.name}
                initial={template.name}
                action={t('common.save')}
                change={(name) => renamingTemplate(template.name, name)}
                onDone={() => setRenamed(null)}
              />
            ) : (
              <TemplateRow
                key={template.name}
                template={template}
                onApplied={close}
                onRename={() => setRenamed(template.name)}
              />
            ),
          )}
          {templates === null || renamed !== null ? null : <NewTemplate />}
          {isVisitor ? <p className={styles.note}>{t('chart.templateOnDevice')}</p> : null}
        </div>
      )}
    </Sheet>
  );
}

function Unknown({ hasFailed }: { readonly hasFailed: boolean }) {
  if (!hasFailed) return <p className={styles.note}>{t('common.loading')}</p>;
  return (
    <div className={cx(layoutStyles.apart, styles.row)}>
      <p role="alert">{t('chart.templateFailed')}</p>
      <button
        type="button"
        className={cx(buttonStyles.button, buttonStyles.secondary, buttonStyles.medium)}
        onClick={() => void loadTemplates()}
      >
        {t('common.tryAgain')}
      </button>
    </div>
  );
}

interface TemplateRowProps {
  readonly template: Template;
  readonly onApplied: () => void;
  readonly onRename: () => void;
}

function TemplateRow({ template, onApplied, onRename }: TemplateRowProps) {
  const { name, isDefault } = template;
  const { look } = useChartScope();
  return (
    <div data-part="template">
      <div className={cx(layoutStyles.row, styles.row)}>
        <button
          type="button"
          className={styles.open}
          aria-label={t('chart.templateApply', { name })}
          onClick={() => {
            applyTemplate(look, template);
            onApplied();
          }}
        >
          <b className={styles.templateName} dir="auto">
            {name}
          </b>
        </button>
        <button
          type="button"
          className={buttonStyles.iconButton}
          aria-label={t('chart.templateRename', { name })}
          onClick={onRename}
        >
          <Icon name="edit" size={20} />
        </button>
        <button
          type="button"
          className={buttonStyles.iconButton}
          aria-label={t('chart.templateDelete', { name })}
          onClick={() => void make(deletingTemplate(name))}
        >
          <Icon name="trash" size={20} />
        </button>
      </div>
      <div className={cx(layoutStyles.apart, styles.underRow)}>
        <span className={styles.note} aria-hidden="true">
          {t('chart.templateDefault')}
        </span>
        <Toggle
          label={`${name}: ${t('chart.templateDefault')}`}
          isOn={isDefault}
          onChange={(isOn) => void make(choosingDefault(isOn ? name : null))}
        />
      </div>
    </div>
  );
}

/** Saves the indicators that are on the chart; there have to be some. */
function NewTemplate() {
  const specs = useIndicatorSpecs();
  if (specs.length === 0) return null;
  return (
    <NameForm
      initial=""
      action={t('chart.templateSave')}
      change={(name) => addingTemplate(name, specs.map(toTemplate))}
      onDone={() => undefined}
    />
  );
}

interface NameFormProps {
  readonly initial: string;
  readonly action: string;
  readonly change: (name: string) => TemplateChange;
  readonly onDone: () => void;
}

function NameForm({ initial, action, change, onDone }: NameFormProps) {
  const [name, setName] = useState(initial);
  const [problem, setProblem] = useState<string>();
  const [isSaving, setSaving] = useState(false);

  async function save(): Promise<void> {
    setSaving(true);
    const found = await make(change(name));
    setSaving(false);
    setProblem(found ?? undefined);
    if (found !== null) return;
    setName('');
    onDone();
  }

  return (
    <form
      className={cx(layoutStyles.column, styles.nameForm)}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSaving) void save();
      }}
    >
      <Field
        name="template"
        label={t('chart.templateName')}
        value={name}
        problem={problem}
        autoComplete="off"
        maxLength={templateNameMax}
        enterKeyHint="done"
        onChange={(text) => {
          setName(text);
          setProblem(undefined);
        }}
      />
      <button
        type="submit"
        className={cx(buttonStyles.button, buttonStyles.secondary, buttonStyles.medium)}
        aria-disabled={isSaving}
      >
        {action}
      </button>
    </form>
  );
}
