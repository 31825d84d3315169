import type { QuotedInstrument } from '../../../ports/market.ts';
import type { FiledInstrument } from './feed-file.ts';
import type { PlannedSymbol } from './live-plan.ts';

/**
 * Compares the instruments of a feed's file with the catalogue (R-MKT-22): `instruments` have the calendars of the settings,
 * `real` those of the exchanges. Calls `refuse`, which throws, with instrument and field.
 */
export function checkInstruments(
  filed: readonly FiledInstrument[],
  instruments: readonly QuotedInstrument[],
  real: readonly QuotedInstrument[],
  refuse: (what: string) => never,
): PlannedSymbol[] {
  return filed.map((one, at) => {
    const found = instruments.find(({ spec }) => spec.code === one.instrument);
    if (found === undefined)
      return refuse(`instruments[${at}].instrument: the catalogue has no instrument ${one.instrument}`);
    const { code, digits, id } = found.spec;
    if (one.digits !== digits)
      return refuse(`instruments[${at}].digits is ${one.digits}, and ${code} has ${digits} in the catalogue`);
    const calendar = real.find(({ spec }) => spec.id === id)?.calendar;
    const hours = calendar?.name === 'always' ? 'always' : 'sessions';
    if (one.hours !== hours)
      return refuse(`instruments[${at}].hours is "${one.hours}", and ${code} has "${hours}" in the catalogue`);
    if (found.calendar.name !== calendar?.name)
      return refuse(
        `instruments[${at}]: ${code} has sessions, and the setting SIM_CALENDAR=open leaves its market open at all hours. Set SIM_CALENDAR=real, for every role`,
      );
    return { symbol: one.symbol, instrumentId: id, digits };
  });
}
