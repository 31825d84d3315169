import { fundsSabotages } from './funds-sabotage.ts';
import { gatewaySabotages } from './gateway-sabotage.ts';
import type { Report } from './report.ts';
import { type BrokenVariant, haltSabotages, noSabotage, sabotages } from './sabotage.ts';
import { tableSabotages } from './table-sabotage.ts';
import { World } from './world.ts';

/** One world to run, serialisable for a thread. */
export interface Job {
  readonly seed: number;
  readonly steps: number;
  readonly hasGateway?: boolean;
  readonly hasHalts?: boolean;
  readonly hasAlerts?: boolean;
  readonly hasSnapshots?: boolean;
  readonly isInterrupted?: boolean;
  /** Name of the broken variant, if any. */
  readonly variant?: string;
}

const variants: Readonly<Record<string, BrokenVariant>> = {
  ...sabotages,
  ...fundsSabotages,
  ...tableSabotages,
  ...gatewaySabotages,
  ...haltSabotages,
};

/** Runs one world; called in a thread, where nothing else runs. */
export function runJob({ seed, steps, variant, ...options }: Job): Promise<Report> {
  const broken = variant === undefined ? noSabotage : variants[variant]?.sabotage;
  if (broken === undefined) throw new Error(`no broken variant is named ${variant}`);
  return new World(seed, { ...options, sabotage: broken }).run(steps);
}
