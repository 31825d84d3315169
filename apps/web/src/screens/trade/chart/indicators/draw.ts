import type { Chart, YAxis } from 'klinecharts';
import type { IndicatorSpec } from '../../../../session/indicators.ts';
import type { Values } from './calculation.ts';
import { indicatorLooks, levelsOf } from './looks.ts';

/** Colours from the page's tokens, which the canvas cannot read by itself. */
export interface IndicatorPalette {
  /** The colours of lines, in the order of their numbers from 1. */
  readonly lines: readonly string[];
  readonly level: string;
}

let palette: IndicatorPalette = { lines: [], level: '' };

export function setIndicatorPalette(next: IndicatorPalette): void {
  palette = next;
}

const lineWidth = 1.4;
const bandOpacity = 0.07;
const barOpacity = { above: 0.55, below: 0.28 } as const;
const levelDash = [3, 3];

interface DrawParams {
  readonly ctx: CanvasRenderingContext2D;
  readonly chart: Chart;
  readonly indicator: { readonly result: readonly unknown[] };
  readonly bounding: { readonly width: number; readonly height: number };
  readonly xAxis: { convertToPixel: (index: number) => number };
  readonly yAxis: YAxis;
}

interface Canvas {
  readonly ctx: CanvasRenderingContext2D;
  readonly width: number;
  readonly barWidth: number;
  readonly colour: (place: number) => string;
  /** Points of a line, in runs without a gap. */
  readonly runs: (key: string) => (readonly [x: number, y: number, value: number])[][];
  readonly toY: (value: number) => number;
}

/** Draws the visible bars of an indicator, and one beyond each edge, whose lines reach into the view. */
export function drawIndicator(spec: IndicatorSpec, params: DrawParams): boolean {
  const { ctx, chart, indicator, bounding, xAxis, yAxis } = params;
  const { from, to } = chart.getVisibleRange();
  const [start, end] = [Math.max(0, from - 1), Math.min(indicator.result.length, to + 1)];
  const toY = (value: number) => yAxis.convertToPixel(value);
  const canvas: Canvas = {
    ctx,
    width: bounding.width,
    barWidth: Math.max(1, Math.floor(chart.getBarSpace().gapBar)),
    colour: (place) => palette.lines[(spec.colours[place] ?? 1) - 1] ?? '#000',
    toY,
    runs: (key) => {
      const runs: [number, number, number][][] = [[]];
      for (let index = start; index < end; index += 1) {
        const value = (indicator.result[index] as Values | undefined)?.[key];
        if (value === undefined) runs.push([]);
        else runs.at(-1)?.push([xAxis.convertToPixel(index), toY(value), value]);
      }
      return runs.filter((run) => run.length > 0);
    },
  };
  const { band, bars, dots, lines } = indicatorLooks[spec.kind];
  const levels = levelsOf(spec);
  if (levels !== null) drawLevels(canvas, levels);
  if (band !== undefined) drawBand(canvas, band);
  if (bars !== undefined) drawBars(canvas, bars);
  if (dots !== undefined) drawDots(canvas, dots);
  for (const line of lines) drawLine(canvas, line);
  return true;
}

function drawLine({ ctx, colour, runs }: Canvas, [key, place]: readonly [string, number]): void {
  ctx.strokeStyle = colour(place);
  ctx.lineWidth = lineWidth;
  ctx.lineJoin = 'round';
  ctx.beginPath();
  for (const run of runs(key))
    for (const [index, [x, y]] of run.entries()) ctx[index === 0 ? 'moveTo' : 'lineTo'](x, y);
  ctx.stroke();
}

/** Fills the area between two lines, which begin and end at the same bars. */
function drawBand({ ctx, colour, runs }: Canvas, [upper, lower]: readonly [string, string]): void {
  const [above, below] = [runs(upper), runs(lower)];
  ctx.save();
  ctx.fillStyle = colour(0);
  ctx.globalAlpha = bandOpacity;
  for (const [index, run] of above.entries()) {
    const back = (below[index] ?? []).toReversed();
    ctx.beginPath();
    for (const [at, [x, y]] of [...run, ...back].entries()) ctx[at === 0 ? 'moveTo' : 'lineTo'](x, y);
    ctx.closePath();
    ctx.fill();
  }
  ctx.restore();
}

function drawBars(canvas: Canvas, [key, place]: readonly [string, number]): void {
  const { ctx, barWidth, width, toY } = canvas;
  const zero = toY(0);
  drawRule(canvas, zero);
  ctx.save();
  ctx.fillStyle = canvas.colour(place);
  for (const [x, y, value] of canvas.runs(key).flat()) {
    if (x < -barWidth || x > width + barWidth) continue;
    ctx.globalAlpha = value >= 0 ? barOpacity.above : barOpacity.below;
    ctx.fillRect(Math.round(x - barWidth / 2), Math.min(y, zero), barWidth, Math.max(1, Math.abs(zero - y)));
  }
  ctx.restore();
}

function drawDots({ ctx, barWidth, colour, runs }: Canvas, [key, place]: readonly [string, number]): void {
  ctx.fillStyle = colour(place);
  for (const [x, y] of runs(key).flat()) {
    ctx.beginPath();
    ctx.arc(x, y, Math.min(2, Math.max(1, barWidth / 3)), 0, Math.PI * 2);
    ctx.fill();
  }
}

/** Shades the zone between the levels, whose lines are dashed. */
function drawLevels(canvas: Canvas, { upper, lower }: { readonly upper: number; readonly lower: number }): void {
  const { ctx, width, toY } = canvas;
  const [top, bottom] = [toY(upper), toY(lower)];
  ctx.save();
  ctx.fillStyle = canvas.colour(0);
  ctx.globalAlpha = bandOpacity;
  ctx.fillRect(0, top, width, bottom - top);
  ctx.restore();
  drawRule(canvas, top);
  drawRule(canvas, bottom);
}

function drawRule({ ctx, width }: Canvas, y: number): void {
  const at = Math.round(y) + 0.5;
  ctx.save();
  ctx.strokeStyle = palette.level;
  ctx.lineWidth = 1;
  ctx.setLineDash(levelDash);
  ctx.beginPath();
  ctx.moveTo(0, at);
  ctx.lineTo(width, at);
  ctx.stroke();
  ctx.restore();
}
