import type { Chart, Overlay, OverlayMode } from 'klinecharts';
import { useEffect } from 'react';
import { randomUuid } from '../../../platform/random-id.ts';
import {
  type Drawing,
  type DrawingTool,
  drawingTools,
  keepDrawings,
  useChartStore,
  useDrawing,
} from '../../../session/chart-store.ts';
import { useThemeName } from '../../../theme/theme.ts';
import { DrawingHistory } from './drawing-history.ts';

const drawingGroup = 'drawings';
const history = new DrawingHistory();

const drawingsOf = (instrumentId: number) => useChartStore.getState().drawings[instrumentId] ?? [];

/** Restores the drawings of an instrument, stores every change, and begins the drawing that was requested (R-CHT-05). */
export function useDrawings(chart: Chart | null, instrumentId: number, isReady: boolean): void {
  const tool = useDrawing((drawing) => drawing.tool);
  const isMagnet = useDrawing((drawing) => drawing.isMagnet);
  const theme = useThemeName();

  useEffect(() => {
    // The theme's name is not read here, but its tokens are.
    if (chart === null || !isReady || theme === '') return undefined;
    for (const drawing of drawingsOf(instrumentId)) addDrawing(chart, instrumentId, drawing);
    return () => {
      // Drawings that leave with the chart stay stored.
      chart.removeOverlay({ groupId: drawingGroup });
      useDrawing.setState({ tool: null, selectedId: null });
    };
  }, [chart, instrumentId, isReady, theme]);

  useEffect(() => {
    for (const { id } of chart?.getOverlays({ groupId: drawingGroup }) ?? [])
      chart?.overrideOverlay({ id, mode: modeOf(isMagnet) });
  }, [chart, isMagnet]);

  useEffect(() => {
    if (chart === null || tool === null) return undefined;
    const id = `drawing-${randomUuid()}`;
    let isDrawn = false;
    chart.createOverlay({
      ...behaviour(chart, instrumentId, useDrawing.getState().colour),
      name: tool,
      id,
      onDrawEnd: () => {
        isDrawn = true;
        save(chart, instrumentId);
        useDrawing.setState({ tool: null, selectedId: id });
      },
    });
    return () => {
      if (!isDrawn) chart.removeOverlay({ id });
    };
  }, [chart, instrumentId, tool]);
}

/** Removes one drawing, or all of the instrument. */
export function removeDrawings(chart: Chart, instrumentId: number, id: string | null): void {
  chart.removeOverlay(id === null ? { groupId: drawingGroup } : { id });
  save(chart, instrumentId);
  useDrawing.setState({ selectedId: null });
}

/** Takes back the last change of the instrument's drawings. False if there is none. */
export function undoDrawing(chart: Chart, instrumentId: number): boolean {
  const before = history.takeBack(instrumentId);
  if (before === null) return false;
  chart.removeOverlay({ groupId: drawingGroup });
  keepDrawings(instrumentId, before);
  for (const drawing of before) addDrawing(chart, instrumentId, drawing);
  useDrawing.setState({ selectedId: null, tool: null });
  return true;
}

/** Colours the selected drawing, and those drawn next; null for the colour of the text. */
export function colourDrawing(chart: Chart, instrumentId: number, colour: number | null): void {
  const { selectedId } = useDrawing.getState();
  useDrawing.setState({ colour });
  const overlays =
    selectedId === null ? chart.getOverlays({ groupId: drawingGroup }) : chart.getOverlays({ id: selectedId });
  for (const overlay of overlays) {
    const isUnfinished = toDrawing(overlay).length === 0 || overlay.currentStep !== -1;
    if (overlay.id === selectedId || isUnfinished)
      chart.overrideOverlay({ id: overlay.id, extendData: colour, styles: stylesOf(colour) });
  }
  if (selectedId !== null) save(chart, instrumentId);
}

function addDrawing(chart: Chart, instrumentId: number, { id, tool, points, colour }: Drawing): void {
  if (chart.getOverlays({ id }).length > 0) return;
  chart.createOverlay({
    ...behaviour(chart, instrumentId, colour ?? null),
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

function behaviour(chart: Chart, instrumentId: number, colour: number | null) {
  return {
    groupId: drawingGroup,
    mode: modeOf(useDrawing.getState().isMagnet),
    extendData: colour,
    styles: stylesOf(colour),
    onPressedMoveEnd: () => save(chart, instrumentId),
    onSelected: ({ overlay }: { overlay: Overlay }) => useDrawing.setState({ selectedId: overlay.id }),
    onDeselected: () => useDrawing.setState({ selectedId: null }),
  };
}

function save(chart: Chart, instrumentId: number): void {
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
