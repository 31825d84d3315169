import { type RefObject, useRef } from 'react';
import type { ChartPeriod } from '../../../../data/chart-period.ts';
import { t } from '../../../../i18n/text.ts';
import { useChartScope, useIndicatorSpecs } from '../../../../session/chart-scope.ts';
import {
  addIndicator,
  changeIndicator,
  hasRoomFor,
  overMax,
  panesMax,
  removeIndicator,
} from '../../../../session/chart-store.ts';
import {
  type IndicatorKind,
  type IndicatorSpec,
  overIndicators,
  paneIndicators,
} from '../../../../session/indicators.ts';
import buttonStyles from '../../../../ui/Button.module.css';
import { cx } from '../../../../ui/class-names.ts';
import figuresStyles from '../../../../ui/Figures.module.css';
import { Icon } from '../../../../ui/Icon.tsx';
import layoutStyles from '../../../../ui/layout.module.css';
import { Toggle } from '../../../../ui/Toggle.tsx';
import typographyStyles from '../../../../ui/typography.module.css';
import styles from './Indicators.module.css';
import { indicatorLooks, nameOf } from './looks.ts';
import { withoutRoom } from './pane-room.ts';
import { vwapRefusal } from './vwap.ts';

/** Facts of the chart that decide what is drawn: whether volume means something, and how many panes there are. */
export interface ChartFacts {
  readonly source: string;
  readonly period: ChartPeriod;
  /** Number of panes for which the chart has room. */
  readonly room: number;
}

/** Indicators of the chart, and the kinds that can be added (R-SCR-71). */
export function IndicatorLists({ source, period, room }: ChartFacts) {
  const { look, sheet } = useChartScope();
  const specs = useIndicatorSpecs();
  const kindsHeading = useRef<HTMLHeadingElement>(null);
  const left = new Set(withoutRoom(specs, room));
  const refusal = vwapRefusal(source, period);
  const whyNot = (kind: IndicatorKind) => {
    if (period === 'tick') return t('chart.notOnTicks');
    return kind === 'VWAP' && refusal !== null ? t(refusal) : null;
  };
  return (
    <>
      <button
        type="button"
        className={cx(buttonStyles.button, buttonStyles.secondary, buttonStyles.medium)}
        data-part="templates"
        aria-haspopup="dialog"
        onClick={() => sheet.setState({ open: { kind: 'templates' } })}
      >
        {t('chart.templates')}
      </button>
      {specs.length === 0 ? null : (
        <section aria-label={t('chart.onChart')}>
          <h3 className={typographyStyles.label}>{t('chart.onChart')}</h3>
          {specs.map((spec) => (
            <ChosenRow
              key={spec.id}
              spec={spec}
              note={left.has(spec) && period !== 'tick' ? t('chart.noRoom') : whyNot(spec.kind)}
              onRemove={(button) => {
                focusBeside(button, kindsHeading.current);
                removeIndicator(look, spec.id);
              }}
            />
          ))}
        </section>
      )}
      <KindList
        heading={kindsHeading}
        title={t('chart.overCandles')}
        kinds={overIndicators}
        fullNote={t('chart.overFull', { count: overMax })}
        {...{ specs, whyNot }}
      />
      <KindList
        title={t('chart.below')}
        kinds={paneIndicators}
        fullNote={t('chart.belowFull', { count: panesMax })}
        {...{ specs, whyNot }}
      />
    </>
  );
}

/** Moves the focus from the button of a row that goes to that of the next one, else the one before, else a heading. */
function focusBeside(button: HTMLElement, heading: HTMLElement | null): void {
  const all = [...(button.closest('section')?.querySelectorAll<HTMLElement>('[data-part=remove-indicator]') ?? [])];
  const at = all.indexOf(button);
  (all[at + 1] ?? all[at - 1] ?? heading)?.focus();
}

interface ChosenRowProps {
  readonly spec: IndicatorSpec;
  readonly note: string | null;
  readonly onRemove: (button: HTMLElement) => void;
}

function ChosenRow({ spec, note, onRemove }: ChosenRowProps) {
  const { look, sheet } = useChartScope();
  const name = nameOf(spec);
  return (
    <div>
      <div className={cx(layoutStyles.row, styles.row)} data-part="chosen-indicator">
        <button
          type="button"
          className={styles.open}
          aria-haspopup="dialog"
          aria-label={t('chart.settingsOf', { name })}
          onClick={() => sheet.setState({ open: { kind: 'indicator', id: spec.id } })}
        >
          <span className={styles.dots} aria-hidden="true">
            {[...new Set(spec.colours)].map((colour) => (
              <i key={colour} className={styles.dot} style={{ color: `var(--ind-${colour})` }} />
            ))}
          </span>
          <b className={figuresStyles.number}>{name}</b>
        </button>
        <Toggle
          label={t('chart.shown', { name })}
          isOn={!spec.isHidden}
          onChange={(isOn) => changeIndicator(look, spec.id, { isHidden: !isOn })}
        />
        <button
          type="button"
          className={buttonStyles.iconButton}
          data-part="remove-indicator"
          aria-label={t('chart.removeIndicator', { name })}
          onClick={({ currentTarget }) => onRemove(currentTarget)}
        >
          <Icon name="trash" size={20} />
        </button>
      </div>
      {note === null ? null : <p className={styles.note}>{note}</p>}
    </div>
  );
}

interface KindListProps {
  readonly heading?: RefObject<HTMLHeadingElement | null>;
  readonly title: string;
  readonly kinds: readonly IndicatorKind[];
  /** Shown while there is no room for a further one. */
  readonly fullNote: string;
  readonly specs: readonly IndicatorSpec[];
  readonly whyNot: (kind: IndicatorKind) => string | null;
}

function KindList({ heading, title, kinds, fullNote, specs, whyNot }: KindListProps) {
  const { look } = useChartScope();
  const isFull = !kinds.some((kind) => hasRoomFor(kind, specs));
  return (
    <section aria-label={title}>
      <h3 ref={heading} tabIndex={-1} className={typographyStyles.label}>
        {title}
      </h3>
      {isFull ? <p className={styles.note}>{fullNote}</p> : null}
      {kinds.map((kind) => {
        const { name, fullName } = indicatorLooks[kind];
        const note = whyNot(kind);
        return (
          <div key={kind} className={cx(layoutStyles.apart, styles.row)}>
            <span>
              <b className={figuresStyles.number}>{name}</b>{' '}
              <span className={cx(typographyStyles.tertiary, typographyStyles.small)}>{note ?? t(fullName)}</span>
            </span>
            {note === null ? (
              <button
                type="button"
                className={cx(buttonStyles.iconButton, buttonStyles.inWell)}
                data-part="add-indicator"
                aria-label={t('chart.addIndicator', { name })}
                disabled={isFull}
                onClick={() => addIndicator(look, kind)}
              >
                <Icon name="plus" size={18} />
              </button>
            ) : null}
          </div>
        );
      })}
    </section>
  );
}
