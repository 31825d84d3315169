/** Biases of a world, so that a few dozen worlds reach every rare case. */
export interface Climate {
  /** True if alerts of every kind are set. */
  readonly hasAlerts?: boolean;
  readonly name: string;
  /** Chance that a pause of hours or days follows a quote. */
  readonly pauseChance: number;
  /** Factor on the length of pauses, and share of them that end where a market opens or closes. */
  readonly pauseScale: number;
  readonly edgeChance: number;
  /** Chance of a price leap, and maximum move of the market during a pause. */
  readonly leapChance: number;
  /** Usual distance of a quote from the one before, as a part of the price. */
  readonly step: number;
  readonly gapMax: number;
  /** Possible grants of demos, in their currency. */
  readonly grants: readonly number[];
  /** Maximum share of the account that one order takes as margin. */
  readonly shareMax: number;
  /** True if most orders are market orders without stops. */
  readonly isBold: boolean;
  /** True if a client keeps every id for a week and asks again. */
  readonly keepsIds: boolean;
  /** True if visitors open demos and abandon them. */
  readonly hasVisitors: boolean;
}

const calm: Climate = {
  name: 'calm',
  pauseChance: 0.0012,
  leapChance: 0.012,
  step: 0.0012,
  gapMax: 0.04,
  grants: [500, 2_000, 10_000],
  shareMax: 0.3,
  isBold: false,
  keepsIds: false,
  hasVisitors: false,
  pauseScale: 1,
  edgeChance: 0.3,
};

const climates: readonly Climate[] = [
  calm,
  { ...calm, name: 'nights', pauseChance: 0.025 },
  { ...calm, name: 'thin', leapChance: 0.02, step: 0.005, grants: [8, 10, 25, 80], shareMax: 1, isBold: true },
  {
    ...calm,
    name: 'gaps',
    pauseChance: 0.03,
    leapChance: 0.02,
    step: 0.005,
    gapMax: 0.1,
    grants: [8, 12, 40, 300],
    shareMax: 0.8,
    isBold: true,
  },
  { ...calm, name: 'ids', pauseChance: 0.04, keepsIds: true },
  { ...calm, name: 'months', pauseChance: 0.03, pauseScale: 14, edgeChance: 0.2, hasVisitors: true },
  { ...calm, name: 'edges', pauseChance: 0.02, step: 0.003, gapMax: 0.1, edgeChance: 0.95 },
];

/** The gateway's timers would fill a pause of days: with a gateway, time does not leap. */
export function climateOf(seed: number, hasGateway: boolean): Climate {
  if (hasGateway) return { ...calm, pauseChance: 0 };
  return climates[seed % climates.length] ?? calm;
}
