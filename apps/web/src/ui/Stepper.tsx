import type { KeyboardEvent, ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { t } from '../i18n/text.ts';
import { cx } from './class-names.ts';
import figuresStyles from './Figures.module.css';
import { Icon } from './Icon.tsx';
import styles from './Stepper.module.css';
import { type TypedFigure, useTyped } from './use-typed.ts';

const holdMs = 400;
const repeatMs = 60;

export interface StepperProps extends TypedFigure {
  readonly label: string;
  /** Value as text. */
  readonly value: string;
  readonly className?: string | undefined;
  readonly unit?: ReactNode;
  readonly atMin?: boolean;
  readonly atMax?: boolean;
  readonly isBad?: boolean;
  readonly onStep: (direction: 1 | -1) => void;
  readonly autoFocus?: boolean;
  /** Shown instead of the text while nobody types: a price with its raised fraction. */
  readonly display?: ReactNode;
}

/** Minus, value, plus. Holding a button repeats; the value can be typed in the digits and marks of any language. */
export function Stepper(props: StepperProps) {
  const { label, value, className = '', unit, atMin = false, atMax = false } = props;
  const typed = useTyped(value, props);
  const isBad = props.isBad === true || typed.isUnusable;

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    typed.input.onKeyDown(event);
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      typed.drop();
      props.onStep(event.key === 'ArrowUp' ? 1 : -1);
    }
  }

  const showsDisplay = props.display !== undefined && typed.text === null;
  return (
    <div className={cx(styles.stepper, className, isBad && styles.wrong)} role="group" aria-label={label}>
      <StepKey direction={-1} disabled={atMin} onStep={props.onStep} />
      <label className={cx(styles.value, figuresStyles.number, unit === undefined ? undefined : styles.withUnit)}>
        {showsDisplay ? <span aria-hidden="true">{props.display}</span> : null}
        <input
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="done"
          aria-label={label}
          aria-invalid={isBad}
          value={typed.text ?? value}
          className={cx(showsDisplay && styles.covered)}
          {...typed.input}
          onKeyDown={onKeyDown}
        />
        {unit === undefined ? null : <small>{unit}</small>}
      </label>
      <StepKey direction={1} disabled={atMax} onStep={props.onStep} />
    </div>
  );
}

function StepKey(props: { direction: 1 | -1; disabled: boolean; onStep: (direction: 1 | -1) => void }) {
  const latest = useRef(props);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const held = useRef(false);
  useEffect(() => {
    latest.current = props;
    if (props.disabled) clearTimeout(timer.current);
  });
  useEffect(() => () => clearTimeout(timer.current), []);

  function repeat(): void {
    held.current = true;
    if (latest.current.disabled) return;
    latest.current.onStep(latest.current.direction);
    timer.current = setTimeout(repeat, repeatMs);
  }

  const release = () => clearTimeout(timer.current);
  return (
    <button
      type="button"
      aria-label={props.direction === 1 ? t('common.increase') : t('common.decrease')}
      disabled={props.disabled}
      onPointerDown={() => {
        held.current = false;
        timer.current = setTimeout(repeat, holdMs);
      }}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      onContextMenu={(event) => event.preventDefault()}
      onClick={() => {
        if (!held.current) props.onStep(props.direction);
        held.current = false;
      }}
    >
      <Icon name={props.direction === 1 ? 'plus' : 'minus'} size={20} />
    </button>
  );
}
