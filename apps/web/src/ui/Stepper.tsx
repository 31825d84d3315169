import type { KeyboardEvent, ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { t } from '../i18n/text.ts';
import { Icon } from './Icon.tsx';

const holdMs = 400;
const repeatMs = 60;

export interface StepperProps {
  readonly label: string;
  /** The value as text; what is typed is handed on as it is, once the field is left or Enter is pressed. */
  readonly value: string;
  readonly className?: string;
  readonly unit?: ReactNode;
  readonly atMin?: boolean;
  readonly atMax?: boolean;
  readonly isBad?: boolean;
  readonly onStep: (direction: 1 | -1) => void;
  readonly onType: (typed: string) => void;
  readonly autoFocus?: boolean;
  /** Shown in place of the plain text while nobody types: a price with its raised fraction. */
  readonly display?: ReactNode;
}

/** Minus, value, plus. Holding a key repeats; the value can be typed, in the digits and marks of any language. */
export function Stepper(props: StepperProps) {
  const { label, value, className = '', unit, atMin = false, atMax = false, isBad = false } = props;
  const [typed, setTyped] = useState<string | null>(null);

  function commit(): void {
    if (typed !== null) props.onType(typed);
    setTyped(null);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key === 'Enter') event.currentTarget.blur();
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      setTyped(null);
      props.onStep(event.key === 'ArrowUp' ? 1 : -1);
    }
  }

  const showsDisplay = props.display !== undefined && typed === null;
  return (
    <div className={`stepper ${className} ${isBad ? 'is-bad' : ''}`} role="group" aria-label={label}>
      <StepKey direction={-1} disabled={atMin} onStep={props.onStep} />
      <span className={`stepper-v num ${unit === undefined ? '' : 'has-unit'}`}>
        {showsDisplay ? <span aria-hidden="true">{props.display}</span> : null}
        <input
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="done"
          aria-label={label}
          aria-invalid={isBad}
          value={typed ?? value}
          style={showsDisplay ? { position: 'absolute', inset: 0, opacity: 0 } : undefined}
          onFocus={(event) => {
            setTyped(value);
            const input = event.currentTarget;
            requestAnimationFrame(() => {
              // Selecting would take the focus back from wherever it has gone since.
              if (input === document.activeElement) input.select();
            });
          }}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={commit}
          onKeyDown={onKeyDown}
        />
        {unit === undefined ? null : <small>{unit}</small>}
      </span>
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
