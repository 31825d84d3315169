import type { Chart } from 'klinecharts';
import type { KeyboardEvent } from 'react';
import { useDrawing } from '../../../session/chart-store.ts';
import { removeDrawings, undoDrawing } from './use-drawings.ts';

/** Handles a key of the drawings; returns true if it is one: T begins a trend line, M switches the magnet. */
export function onDrawingKey(chart: Chart, instrumentId: number, event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey } = event;
  const key = event.key.toLowerCase();
  const { selectedId, isMagnet } = useDrawing.getState();
  if (altKey) return false;
  if (ctrlKey || metaKey) return key === 'z' && undoDrawing(chart, instrumentId);
  if ((key === 'delete' || key === 'backspace') && selectedId !== null) removeDrawings(chart, instrumentId, selectedId);
  else if (key === 'm') useDrawing.setState({ isMagnet: !isMagnet, isOpen: true });
  else if (key === 't') useDrawing.setState({ tool: 'segment', selectedId: null, isOpen: true });
  else return false;
  return true;
}
