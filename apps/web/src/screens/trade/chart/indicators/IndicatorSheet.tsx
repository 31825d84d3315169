import { useId, useState } from 'react';
import { parseTypedDecimal } from '../../../../format/decimal-input.ts';
import { t } from '../../../../i18n/text.ts';
import { useChartScope } from '../../../../session/chart-scope.ts';
import { changeIndicator, removeIndicator } from '../../../../session/chart-store.ts';
import {
  type IndicatorKind,
  type IndicatorSpec,
  indicatorFacts,
  initialValues,
  type Parameter,
  type ParameterProblem,
  problemsOf,
} from '../../../../session/indicators.ts';
import buttonStyles from '../../../../ui/Button.module.css';
import { cx } from '../../../../ui/class-names.ts';
import { Field } from '../../../../ui/Field.tsx';
import layoutStyles from '../../../../ui/layout.module.css';
import { Sheet } from '../../../../ui/Sheet.tsx';
import { Toggle } from '../../../../ui/Toggle.tsx';
import typographyStyles from '../../../../ui/typography.module.css';
import chartToolsStyles from '../ChartTools.module.css';
import { ColourChoice, SourceChoice } from './IndicatorChoices.tsx';
import styles from './Indicators.module.css';
import { indicatorLooks, nameOf } from './looks.ts';

/** Most decimals of a typed parameter that are read; more than any parameter takes. */
const typedDecimals = 6;

const textOf = (value: number) => String(value).replace('-', '−');

function numberOf(typed: string): number {
  const text = typed.trim();
  const plain = parseTypedDecimal(text.replace(/^[-−]/, ''), typedDecimals);
  return plain === null ? Number.NaN : Number(plain) * (/^[-−]/.test(text) ? -1 : 1);
}

/** Sheet of one indicator: its parameters within their bounds, source and colours; hides and removes it (R-SCR-73). */
export function IndicatorSheet({ spec, onClose }: { readonly spec: IndicatorSpec; readonly onClose: () => void }) {
  const draft = useDraft(spec);
  const name = nameOf(spec);
  const formId = useId();
  const saveAnd = (close: () => void) => {
    if (draft.save()) close();
  };
  return (
    <Sheet
      title={name}
      label={name}
      onClose={onClose}
      renderFooter={() => (
        // The button belongs to the form by its id, because Enter and a phone's Done key press only a form's own button.
        <button
          type="submit"
          form={formId}
          className={cx(buttonStyles.button, buttonStyles.primary, buttonStyles.wide)}
        >
          {t('common.save')}
        </button>
      )}
    >
      {(close) => (
        <form
          id={formId}
          className={cx(layoutStyles.column, chartToolsStyles.groups)}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            saveAnd(close);
          }}
        >
          <p className={cx(typographyStyles.secondary, typographyStyles.small)}>
            {t(indicatorLooks[spec.kind].fullName)}
          </p>
          {spec.kind === 'VWAP' ? <p className={styles.note}>{t('chart.vwapVolume')}</p> : null}
          <ParameterFields kind={spec.kind} draft={draft} />
          {indicatorFacts[spec.kind].hasSource ? (
            <SourceChoice source={draft.source} onChoose={draft.setSource} />
          ) : null}
          {draft.colours.map((colour, index) => (
            <ColourChoice
              // The lines of an indicator keep their places.
              key={`${index}-of-${draft.colours.length}`}
              label={draft.colours.length === 1 ? t('chart.colour') : `${t('chart.colour')} ${index + 1}`}
              colour={colour}
              onChoose={(next) => draft.setColours(draft.colours.with(index, next))}
            />
          ))}
          <ShownRow spec={spec} />
          <Acts spec={spec} draft={draft} close={close} />
        </form>
      )}
    </Sheet>
  );
}

/** Texts and choices of the sheet until they are saved. */
function useDraft(spec: IndicatorSpec) {
  const { look } = useChartScope();
  const [texts, setTexts] = useState<readonly string[]>(() => spec.values.map(textOf));
  const [source, setSource] = useState(spec.source);
  const [colours, setColours] = useState(spec.colours);
  const [problems, setProblems] = useState<readonly ParameterProblem[]>([]);
  return {
    texts,
    source,
    setSource,
    colours,
    setColours,
    problems,
    type(next: readonly string[]): void {
      setTexts(next);
      setProblems([]);
    },
    /** False, with the problems named by their fields, if a value is refused. */
    save(): boolean {
      const values = texts.map(numberOf);
      const found = problemsOf(spec.kind, values);
      setProblems(found);
      if (found.length === 0) changeIndicator(look, spec.id, { values, source, colours });
      return found.length === 0;
    },
  };
}

type Draft = ReturnType<typeof useDraft>;

function ParameterFields({ kind, draft }: { readonly kind: IndicatorKind; readonly draft: Draft }) {
  return (
    <div className={styles.fields}>
      {indicatorFacts[kind].parameters.map((parameter, index) => (
        <Field
          key={parameter.name}
          name={parameter.name}
          label={t(`chart.value.${parameter.name}`)}
          value={draft.texts[index] ?? ''}
          problem={problemText(draft.problems, parameter)}
          autoComplete="off"
          inputMode={parameter.min < 0 ? 'text' : parameter.decimals === 0 ? 'numeric' : 'decimal'}
          maxLength={8}
          enterKeyHint="done"
          isLatin
          isNumeric
          onChange={(text) => draft.type(draft.texts.with(index, text))}
        />
      ))}
    </div>
  );
}

function ShownRow({ spec }: { readonly spec: IndicatorSpec }) {
  const { look } = useChartScope();
  const label = t('chart.shown', { name: nameOf(spec) });
  return (
    <div className={cx(layoutStyles.apart, styles.row)}>
      <span aria-hidden="true">{label}</span>
      <Toggle
        label={label}
        isOn={!spec.isHidden}
        onChange={(isOn) => changeIndicator(look, spec.id, { isHidden: !isOn })}
      />
    </div>
  );
}

interface ActsProps {
  readonly spec: IndicatorSpec;
  readonly draft: Draft;
  readonly close: () => void;
}

function Acts({ spec, draft, close }: ActsProps) {
  const { look } = useChartScope();
  const button = cx(buttonStyles.button, buttonStyles.secondary, buttonStyles.medium);
  return (
    <div className={styles.acts}>
      {spec.values.length === 0 ? null : (
        <button type="button" className={button} onClick={() => draft.type(initialValues(spec.kind).map(textOf))}>
          {t('chart.defaults')}
        </button>
      )}
      <button
        type="button"
        className={button}
        onClick={() => {
          close();
          removeIndicator(look, spec.id);
        }}
      >
        {t('chart.removeIndicator', { name: nameOf(spec) })}
      </button>
    </div>
  );
}

function problemText(problems: readonly ParameterProblem[], { name }: Parameter): string | undefined {
  const problem = problems.find((one) => one.name === name);
  if (problem === undefined) return undefined;
  if (problem.kind === 'order') return t('chart.smaller', { other: t(`chart.value.${problem.than}`) });
  const { min, max, decimals } = problem.parameter;
  const bounds = { min: textOf(min), max: textOf(max) };
  return decimals === 0 ? t('chart.wholeWithin', bounds) : t('chart.within', { ...bounds, decimals });
}
