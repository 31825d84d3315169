import type { Chart, Overlay } from 'klinecharts';
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

const drawingGroup = 'drawings';

/** Restores the drawings of an instrument, stores every change, and begins the drawing that was requested. */
export function useDrawings(chart: Chart | null, instrumentId: number, isReady: boolean): void {
  const tool = useDrawing((drawing) => drawing.tool);

  useEffect(() => {
    if (chart === null || !isReady) return undefined;
    const stored = useChartStore.getState().drawings[instrumentId] ?? [];
    for (const drawing of stored) addDrawing(chart, instrumentId, drawing);
    return () => {
      // Drawings that leave with the chart stay stored.
      chart.removeOverlay({ groupId: drawingGroup });
      useDrawing.setState({ tool: null, selectedId: null });
    };
  }, [chart, instrumentId, isReady]);

  useEffect(() => {
    if (chart === null || tool === null) return undefined;
    const id = `drawing-${randomUuid()}`;
    let isDrawn = false;
    chart.createOverlay({
      ...behaviour(chart, instrumentId),
      name: tool,
      id,
      onDrawEnd: () => {
        isDrawn = true;
        save(chart, instrumentId);
        useDrawing.setState({ tool: null });
      },
    });
    return () => {
      if (!isDrawn) chart.removeOverlay({ id });
    };
  }, [chart, instrumentId, tool]);
}

/** Removes the selected drawing, or all of them. */
export function removeDrawings(chart: Chart, instrumentId: number, id: string | null): void {
  chart.removeOverlay(id === null ? { groupId: drawingGroup } : { id });
  save(chart, instrumentId);
  useDrawing.setState({ selectedId: null });
}

function addDrawing(chart: Chart, instrumentId: number, { id, tool, points }: Drawing): void {
  if (chart.getOverlays({ id }).length > 0) return;
  chart.createOverlay({
    ...behaviour(chart, instrumentId),
    name: tool,
    id,
    points: points.map((point) => ({ ...point })),
  });
}

function behaviour(chart: Chart, instrumentId: number) {
  return {
    groupId: drawingGroup,
    onPressedMoveEnd: () => save(chart, instrumentId),
    onSelected: ({ overlay }: { overlay: Overlay }) => useDrawing.setState({ selectedId: overlay.id }),
    onDeselected: () => useDrawing.setState({ selectedId: null }),
  };
}

function save(chart: Chart, instrumentId: number): void {
  keepDrawings(instrumentId, chart.getOverlays({ groupId: drawingGroup }).flatMap(toDrawing));
}

/** An unfinished drawing is not stored. */
function toDrawing({ id, name, points }: Overlay): Drawing[] {
  const isKnown = (drawingTools as readonly string[]).includes(name);
  const placed = points.flatMap(({ timestamp, value }) =>
    timestamp === undefined || value === undefined ? [] : [{ timestamp, value }],
  );
  return isKnown && placed.length > 0 ? [{ id, tool: name as DrawingTool, points: placed }] : [];
}
