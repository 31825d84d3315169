import type { Chart } from 'klinecharts';
import { useSyncExternalStore } from 'react';
import { drawingsOf, onDrawings } from '../../../data/chart-drawings.ts';
import { plural, t } from '../../../i18n/text.ts';
import { useChartScope } from '../../../session/chart-scope.ts';
import { paletteSize } from '../../../session/indicators.ts';
import { cx } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { MagnetIcon, UndoIcon } from './ChartIcon.tsx';
import styles from './ChartTools.module.css';
import { toolNames } from './drawing-names.ts';
import { colourDrawing, removeDrawings, undoDrawing } from './use-drawings.ts';

export interface DrawingBarProps {
  readonly chart: Chart;
  readonly instrumentId: number;
}

/** Bar over the chart while it is drawn on: the next step, colours, magnet, undo, delete (R-CHT-05). */
export function DrawingBar({ chart, instrumentId }: DrawingBarProps) {
  const { drawing } = useChartScope();
  const on = { chart, instrumentId, drawing };
  const { tool, selectedId, isOpen, isMagnet } = drawing();
  const count = useDrawingsOf(instrumentId).length;
  if (!isOpen && tool === null && selectedId === null) return null;
  const close = () => drawing.setState({ tool: null, selectedId: null, isOpen: false });
  return (
    <div className={styles.drawBar} role="group" aria-label={t('chart.draw')} data-part="draw-bar">
      {tool === null ? null : (
        <span className={styles.drawHint} role="status" dir="auto">
          {t('chart.drawHint', { tool: t(toolNames[tool]) })}
        </span>
      )}
      <Colours instrumentId={instrumentId} onChoose={(colour) => colourDrawing(on, colour)} />
      <button
        type="button"
        className={styles.drawKey}
        aria-label={t('chart.magnet')}
        aria-pressed={isMagnet}
        onClick={() => drawing.setState({ isMagnet: !isMagnet })}
      >
        <MagnetIcon />
      </button>
      <button type="button" className={styles.drawKey} aria-label={t('chart.undo')} onClick={() => undoDrawing(on)}>
        <UndoIcon />
      </button>
      <button
        type="button"
        className={styles.drawKey}
        aria-label={t('chart.remove')}
        disabled={selectedId === null}
        onClick={() => removeDrawings(on, selectedId)}
      >
        <Icon name="trash" size={20} />
      </button>
      {count > 1 && tool === null ? (
        <button type="button" onClick={() => removeDrawings(on, null)}>
          {plural('chart.removeAll', count)}
        </button>
      ) : null}
      <button type="button" onClick={close}>
        {t(tool === null ? 'order.done' : 'common.cancel')}
      </button>
    </div>
  );
}

const useDrawingsOf = (instrumentId: number) => useSyncExternalStore(onDrawings, () => drawingsOf(instrumentId));

/** Colours of a drawing: that of the text, and those of the indicators, never those of direction. */
function Colours({ instrumentId, onChoose }: { instrumentId: number; onChoose: (colour: number | null) => void }) {
  const { colour, selectedId } = useChartScope().drawing();
  const chosen = useDrawingsOf(instrumentId).find(({ id }) => id === selectedId);
  const shown = selectedId === null ? colour : (chosen?.colour ?? null);
  const all = [null, ...Array.from({ length: paletteSize }, (_, index) => index + 1)];
  const next = all[(all.indexOf(shown) + 1) % all.length] ?? null;
  const token = shown === null ? '--color-text' : `--ind-${shown}`;
  return (
    <button
      type="button"
      className={styles.drawKey}
      aria-label={t('chart.drawingColour', { number: shown === null ? 1 : shown + 1, count: all.length })}
      onClick={() => onChoose(next)}
    >
      <i className={cx(styles.swatch)} style={{ background: `var(${token})` }} />
    </button>
  );
}
