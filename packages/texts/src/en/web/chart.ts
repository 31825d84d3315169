/** Texts of the chart's tools. */
export const chart = {
  'chart.sessions': 'Trading sessions',
  'chart.sessionsHint': 'Usual hours on the clock of each centre. The time below the chart: {zone}.',
  'chart.sessionsNotHere': 'Drawn on bars of an hour or shorter.',
  'chart.ticksNote': 'Ticks since this page was opened, the last {count} at most',
  'chart.notOnTicks': 'Not drawn on a chart of ticks.',
  'chart.full': 'Full screen',
  'chart.leaveFull': 'Leave full screen',
  'chart.moveKeys': 'Move the keys to the other side',
  'chart.setOnChart': 'Set on the chart',
  'chart.dragToSet': 'Drag the line to set the price',
  'chart.magnet': 'Magnet: points snap to the prices of a bar',
  'chart.drawingColour': 'Colour {number} of {count}',
} as const;
