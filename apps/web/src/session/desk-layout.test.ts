import { beforeEach, describe, expect, test } from 'vitest';
import { scopeAt } from './chart-scope.ts';
import { addIndicator, useChartStore } from './chart-store.ts';
import {
  activateChart,
  changeCount,
  changeLayout,
  choosePeriod,
  type DeskLayout,
  layoutAtFirst,
  linkChart,
  readLayout,
  shareInCharts,
  useDeskLayouts,
  withInstrument,
} from './desk-layout.ts';
import { useSession } from './session-store.ts';
import { useSettings } from './settings-store.ts';

const logIn = (id: number | null) => useSession.setState({ user: id === null ? null : ({ id } as never) });
beforeEach(() => {
  useDeskLayouts.setState({ layouts: {} });
  useSettings.setState({ period: '15min', instrumentId: 1 });
  logIn(null);
  changeLayout((layout) => withInstrument(layout, 1));
});
const named = (id: number) => ({ id, spec: { code: `C${id}`, showCode: `C/${id}` } });
const layout = (key = 'visitor'): DeskLayout => useDeskLayouts.getState().layouts[key] ?? layoutAtFirst;
const instruments = () => layout().charts.map(({ instrumentId }) => instrumentId);
const show = (id: number) => changeLayout((now) => withInstrument(now, id));
/** Chooses the instrument of the ticket, as the list does; the desk then shows it. */
const pick = (id: number) => {
  useSettings.setState({ instrumentId: id });
  show(id);
};

describe('R-CHT-06 charts side by side', () => {
  test('linked charts have one instrument; one that is not linked keeps its own', () => {
    changeCount(3);
    expect(instruments().slice(0, 3)).toEqual([1, 1, 1]);
    linkChart(2, false);
    pick(5);
    expect(instruments().slice(0, 3)).toEqual([5, 5, 1]);
    activateChart(2, named(1));
    expect(useSettings.getState().instrumentId).toBe(1);
    pick(7);
    expect(instruments().slice(0, 3)).toEqual([5, 5, 7]);
    linkChart(2, true);
    expect(instruments().slice(0, 3)).toEqual([7, 7, 7]);
  });

  test('without a shared instrument each chart has its own, and that of the active one is the ticket’s', () => {
    changeCount(2);
    shareInCharts({ hasSameInstrument: false });
    activateChart(1, named(1));
    pick(4);
    expect(instruments().slice(0, 2)).toEqual([1, 4]);
    activateChart(0, named(1));
    expect(useSettings.getState()).toMatchObject({ instrumentId: 1, instrumentName: { code: 'C1' } });
    shareInCharts({ hasSameInstrument: true });
    expect(instruments().slice(0, 2)).toEqual([1, 1]);
  });

  test('each chart has a period, or linked ones share it; that of the first is the setting of a phone', () => {
    changeCount(3);
    choosePeriod(1, '1week');
    expect(layout().charts[1]?.period).toBe('1week');
    expect(useSettings.getState().period).toBe('15min');
    linkChart(2, false);
    shareInCharts({ hasSamePeriod: true });
    expect(
      layout()
        .charts.map(({ period }) => period)
        .slice(1, 3),
    ).toEqual(['15min', '1day']);
    choosePeriod(1, '60min');
    expect(useSettings.getState().period).toBe('60min');
    expect(
      layout()
        .charts.map(({ period }) => period)
        .slice(1, 3),
    ).toEqual(['60min', '1day']);
    // A single chart changes by itself.
    changeCount(1);
    choosePeriod(0, '5min');
    expect(layout().charts[1]?.period).toBe('60min');
  });

  test('if the active chart leaves, the first one is active', () => {
    changeCount(4);
    activateChart(3, named(1));
    changeCount(2);
    expect(layout()).toMatchObject({ count: 2, active: 0 });
  });

  test('each chart has its own kind and indicators', () => {
    useChartStore.setState({ indicators: null });
    addIndicator(scopeAt(1).look, 'RSI');
    expect(scopeAt(1).look.getState().indicators).toHaveLength(1);
    expect(scopeAt(2).look.getState().indicators).toBeNull();
    expect(useChartStore.getState().indicators).toBeNull();
    expect(() => scopeAt(4)).toThrow('4 charts');
  });

  test('each account has its layout, a new one begins with the visitor’s, and their number is bounded', () => {
    changeCount(3);
    logIn(7);
    changeCount(2);
    expect([layout().count, layout('account-7').count]).toEqual([3, 2]);
    logIn(8);
    show(6);
    expect(layout('account-8').count).toBe(3);
    for (let id = 20; id < 40; id += 1) {
      logIn(id);
      show(id);
    }
    expect(Object.keys(useDeskLayouts.getState().layouts)).toHaveLength(8);
    expect(layout('account-39').charts[0]?.instrumentId).toBe(39);
  });

  test('a damaged layout is read as at first', () => {
    expect(readLayout(null)).toEqual(layoutAtFirst);
    expect(readLayout({ count: 9, active: 3, charts: 'x', hasSameInstrument: 0 })).toEqual(layoutAtFirst);
    const read = readLayout({ count: 2, active: 1, charts: [{ period: '1day' }, { period: 'never' }, null] });
    expect(read).toMatchObject({ count: 2, active: 1 });
    expect(read.charts).toEqual([{ ...layoutAtFirst.charts[0], period: '1day' }, ...layoutAtFirst.charts.slice(1)]);
  });
});
