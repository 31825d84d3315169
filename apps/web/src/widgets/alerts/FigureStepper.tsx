import { formatDecimal, parseDecimal } from '@candor/domain/values/decimal';
import { parseTypedDecimal } from '../../format/decimal-input.ts';
import { cx } from '../../ui/class-names.ts';
import stepperStyles from '../../ui/Stepper.module.css';
import { Stepper } from '../../ui/Stepper.tsx';

export interface FigureStepperProps {
  readonly label: string;
  readonly unit: string;
  /** Whole units of the last decimal. */
  readonly value: number;
  readonly decimals: number;
  readonly step: number;
  readonly least: number;
  readonly most: number;
  readonly isBad: boolean;
  readonly onChange: (value: number) => void;
  readonly onUnusable: (isUnusable: boolean) => void;
}

/** Figure with a range, stepped or typed. */
export function FigureStepper(props: FigureStepperProps) {
  const { value, decimals, step, least, most, onChange } = props;
  return (
    <Stepper
      label={props.label}
      unit={props.unit}
      className={cx(stepperStyles.large, stepperStyles.inWell)}
      value={formatDecimal(BigInt(value), decimals)}
      isBad={props.isBad}
      atMin={value <= least}
      atMax={value >= most}
      onStep={(direction) => onChange(Math.min(most, Math.max(least, value + direction * step)))}
      onType={(typed) => {
        const plain = parseTypedDecimal(typed, decimals);
        const units = plain === null ? null : parseDecimal(plain, decimals);
        const isUsable = units !== null && units >= BigInt(least) && units <= BigInt(most);
        if (isUsable) onChange(Number(units));
        return isUsable;
      }}
      onRestore={() => onChange(value)}
      onUnusable={props.onUnusable}
    />
  );
}
