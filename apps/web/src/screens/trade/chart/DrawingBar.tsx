import type { Chart } from 'klinecharts';
import { plural, t } from '../../../i18n/text.ts';
import { useChartScope } from '../../../session/chart-scope.ts';
import { useChartStore } from '../../../session/chart-store.ts';
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
  const count = useChartStore((store) => store.drawings[instrumentId]?.length ?? 0);
  if (!isOpen && tool === null && selectedId === null) return null;
  const close = () => drawing.setState({ tool: null, selectedId: null, isOpen: false });
  return (
    <div className={styles.drawBar} role="group" aria-label={t('chart.draw')} data-part="draw-bar">
      {tool === null ? null : (
        <span className={styles.drawHint} role="status" dir="auto">
          {t('chart.drawHint', { tool: t(toolNames[tool]) })}
        </span>
      )}
      <Colours onChoose={(colour) => colourDrawing(on, colour)} />
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

/** Colours of a drawing: that of the text, and those of the indicators, never those of direction. */
function Colours({ onChoose }: { onChoose: (colour: number | null) => void }) {
  const { colour, selectedId } = useChartScope().drawing();
  const chosen = useChartStore((store) =>
    Object.values(store.drawings)
      .flat()
      .find(({ id }) => id === selectedId),
  );
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
