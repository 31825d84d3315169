import type { ChartZone } from '../format/time-text.ts';
import { useSettings } from './settings-store.ts';

/** The zone that the user chose for every time that is shown, the device's by default (R-MKT-50). */
export function shownZone(): ChartZone {
  return useSettings.getState().chartZone;
}
