import type { Chart, Overlay, OverlayMode } from 'klinecharts';
import { useEffect } from 'react';
import { drawingsOf, keepDrawings, loadDrawings, onDrawings, onDrawingsRefused } from '../../../data/chart-drawings.ts';
import { onReconnected } from '../../../data/live.ts';
import { randomUuid } from '../../../platform/random-id.ts';
import { type DrawingStore, useChartScope } from '../../../session/chart-scope.ts';
import { type Drawing, type DrawingTool, drawingTools } from '../../../session/chart-store.ts';
import { useSession } from '../../../session/session-store.ts';
import { useThemeName } from '../../../theme/theme.ts';
import { toastError } from '../../../widgets/toast-error.ts';
import { DrawingHistory } from './drawing-history.ts';
import { type TimeFigures, timeFigures } from './drawn-times.ts';

const drawingGroup = 'drawings';
const history = new DrawingHistory();

/** A chart that is drawn on: its instrument, and what the user is drawing there. */
export interface DrawnOn {
  readonly chart: Chart;
  readonly instrumentId: number;
  readonly drawing: DrawingStore;
}

/** Shows the drawings of an instrument, stores every change, and begins the drawing that was requested (R-CHT-05). */
export function useDrawings(chart: Chart | null, instrumentId: number, isReady: boolean): void {
  const { drawing } = useChartScope();
  const tool = drawing((now) => now.tool);
  const isMagnet = drawing((now) => now.isMagnet);
  const theme = useThemeName();

  useEffect(() => {
    // The theme's name is not read here, but its tokens are.
    if (chart === null || !isReady || theme === '') return undefined;
    const on = { chart, instrumentId, drawing };
    showDrawings(on, drawingsOf(instrumentId));
    // Another chart of the instrument, or another device, may change them too.
    let shown = drawingsOf(instrumentId);
    const leave = onDrawings(() => {
      const now = drawingsOf(instrumentId);
      if (now !== shown) showDrawings(on, now);
      shown = now;
    });
    return () => {
      leave();
      // Drawings that leave with the chart stay stored.
      chart.removeOverlay({ groupId: drawingGroup });
      drawing.setState({ tool: null, selectedId: null });
    };
  }, [chart, instrumentId, isReady, theme, drawing]);

  useEffect(() => {
    for (const { id } of chart?.getOverlays({ groupId: drawingGroup }) ?? [])
      chart?.overrideOverlay({ id, mode: modeOf(isMagnet) });
  }, [chart, isMagnet]);

  useEffect(() => {
    if (chart === null || tool === null) return undefined;
    const on = { chart, instrumentId, drawing };
    const id = `drawing-${randomUuid()}`;
    let isDrawn = false;
    chart.createOverlay({
      ...behaviour(on, drawing.getState().colour),
      name: tool,
      id,
      onDrawEnd: () => {
        isDrawn = true;
        save(on);
        drawing.setState({ tool: null, selectedId: id });
      },
    });
    return () => {
      if (!isDrawn) chart.removeOverlay({ id });
    };
  }, [chart, instrumentId, tool, drawing]);
}

/** Makes the drawings on a chart equal to the stored ones; one that is still being drawn stays. */
function showDrawings(on: DrawnOn, stored: readonly Drawing[]): void {
  const { chart } = on;
  const shown = chart.getOverlays({ groupId: drawingGroup }).filter(isWhole).flatMap(toDrawing);
  const isSame = (one: Drawing) => shown.some((other) => JSON.stringify(one) === JSON.stringify(other));
  for (const one of shown) {
    const next = stored.find(({ id }) => id === one.id);
    if (next === undefined || !isSame(next)) chart.removeOverlay({ id: one.id });
  }
  for (const one of stored) addDrawing(on, one);
}

/** Removes one drawing, or all of the instrument. */
export function removeDrawings(on: DrawnOn, id: string | null): void {
  on.chart.removeOverlay(id === null ? { groupId: drawingGroup } : { id });
  save(on);
  on.drawing.setState({ selectedId: null });
}

/** Takes back the last change of the instrument's drawings. False if there is none. */
export function undoDrawing({ instrumentId, drawing }: DrawnOn): boolean {
  const before = history.takeBack(instrumentId);
  if (before === null) return false;
  keepDrawings(instrumentId, before);
  drawing.setState({ selectedId: null, tool: null });
  return true;
}

/** Colours the selected drawing, and those drawn next; null for the colour of the text. */
export function colourDrawing(on: DrawnOn, colour: number | null): void {
  const { chart, drawing } = on;
  const { selectedId } = drawing.getState();
  drawing.setState({ colour });
  const overlays =
    selectedId === null ? chart.getOverlays({ groupId: drawingGroup }) : chart.getOverlays({ id: selectedId });
  for (const overlay of overlays) {
    if (overlay.id === selectedId || !isWhole(overlay) || toDrawing(overlay).length === 0)
      chart.overrideOverlay({ id: overlay.id, extendData: colour, styles: stylesOf(colour) });
  }
  if (selectedId !== null) save(on);
}

/** True for a drawing that has all its points. */
function isWhole({ currentStep }: Overlay): boolean {
  return currentStep === -1;
}

function addDrawing(on: DrawnOn, { id, tool, points, colour }: Drawing): void {
  if (on.chart.getOverlays({ id }).length > 0) return;
  on.chart.createOverlay({
    ...behaviour(on, colour ?? null),
    name: tool,
    id,
    points: points.map((point) => ({ ...point })),
  });
}

function modeOf(isMagnet: boolean): OverlayMode {
  return isMagnet ? 'strong_magnet' : 'normal';
}

function stylesOf(colour: number | null) {
  const token = colour === null ? '--color-accent' : `--ind-${colour}`;
  const color = getComputedStyle(document.documentElement).getPropertyValue(token).trim();
  const point = { color, borderColor: color, activeColor: color, activeBorderColor: color };
  return { line: { color, size: 1.5 }, point, text: { backgroundColor: color, borderColor: color } };
}

function behaviour(on: DrawnOn, colour: number | null) {
  const { drawing } = on;
  return {
    groupId: drawingGroup,
    mode: modeOf(drawing.getState().isMagnet),
    extendData: colour,
    styles: stylesOf(colour),
    // The library writes a label for each point, which cover one another.
    needDefaultXAxisFigure: false,
    createXAxisFigures: (figures: TimeFigures) =>
      figures.overlay.id === drawing.getState().selectedId ? timeFigures(figures) : [],
    onPressedMoveEnd: () => save(on),
    onSelected: ({ overlay }: { overlay: Overlay }) => drawing.setState({ selectedId: overlay.id }),
    onDeselected: () => drawing.setState({ selectedId: null }),
  };
}

function save({ chart, instrumentId }: DrawnOn): void {
  const now = chart.getOverlays({ groupId: drawingGroup }).flatMap(toDrawing);
  history.changed(instrumentId, drawingsOf(instrumentId), now);
  keepDrawings(instrumentId, now);
}

/** An unfinished drawing is not stored. */
function toDrawing({ id, name, points, extendData }: Overlay): Drawing[] {
  const isKnown = (drawingTools as readonly string[]).includes(name);
  const placed = points.flatMap(({ timestamp, value }) =>
    timestamp === undefined || value === undefined ? [] : [{ timestamp, value }],
  );
  const colour = typeof extendData === 'number' ? { colour: extendData } : {};
  return isKnown && placed.length > 0 ? [{ id, tool: name as DrawingTool, points: placed, ...colour }] : [];
}

/** Loads the drawings of the account while a chart is on screen: at first, after a lost connection, and when the page is seen again. */
export function useSyncedDrawings(): void {
  const accountId = useSession((session) => session.user?.id);
  useEffect(() => {
    if (accountId === undefined) return undefined;
    onDrawingsRefused(toastError);
    const load = () => {
      if (document.visibilityState === 'visible') void loadDrawings();
    };
    load();
    const leaveReconnected = onReconnected(load);
    document.addEventListener('visibilitychange', load);
    window.addEventListener('focus', load);
    return () => {
      leaveReconnected();
      document.removeEventListener('visibilitychange', load);
      window.removeEventListener('focus', load);
    };
  }, [accountId]);
}
