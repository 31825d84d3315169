import type { KeyboardEvent } from 'react';
import { type DrawnOn, removeDrawings, undoDrawing } from './use-drawings.ts';

/** Handles a key of the drawings; returns true if it is one: T begins a trend line, M switches the magnet. */
export function onDrawingKey(on: DrawnOn, event: KeyboardEvent): boolean {
  const { drawing } = on;
  const { ctrlKey, metaKey, altKey } = event;
  const key = event.key.toLowerCase();
  const { selectedId, isMagnet } = drawing.getState();
  if (altKey) return false;
  if (ctrlKey || metaKey) return key === 'z' && undoDrawing(on);
  if ((key === 'delete' || key === 'backspace') && selectedId !== null) removeDrawings(on, selectedId);
  else if (key === 'm') drawing.setState({ isMagnet: !isMagnet, isOpen: true });
  else if (key === 't') drawing.setState({ tool: 'segment', selectedId: null, isOpen: true });
  else return false;
  return true;
}
