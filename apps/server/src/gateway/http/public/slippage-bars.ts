import type { Histogram } from '@candor/domain/calc/histogram';
import { percentile } from '@candor/domain/calc/histogram';

const bars = 8;
const [width, height, gap] = [34, 96, 3];

/**
 * Draws a histogram of slippage as bars: worse at the left, better at the right, the outer ones with everything beyond. For
 * the eye only; the table says the same. A picture without style, because the page's rules allow none.
 */
export function slippageBars(histogram: Histogram): string {
  const sizes: Histogram = {};
  for (const [value, count] of Object.entries(histogram)) {
    const size = Math.abs(Number(value));
    sizes[size] = (sizes[size] ?? 0) + count;
  }
  const step = Math.max(1, Math.ceil((percentile(sizes, 0.99) ?? 1) / bars));
  const counts = Array.from({ length: 2 * bars + 1 }, () => 0);
  for (const [value, count] of Object.entries(histogram)) {
    const away = Math.min(bars, Math.ceil(Math.abs(Number(value)) / step)) * Math.sign(Number(value));
    counts[away + bars] = (counts[away + bars] ?? 0) + count;
  }
  const most = Math.max(...counts, 1);
  const drawn = counts.map((count, at) => {
    const high = count === 0 ? 0 : Math.max(1, Math.round((count / most) * height));
    const side = at < bars ? 'bad' : at > bars ? 'up' : 'even';
    return `<rect class="${side}" x="${at * width}" y="${height - high}" width="${width - gap}" height="${high}" rx="2"/>`;
  });
  const box = `0 0 ${counts.length * width - gap} ${height}`;
  return `<svg class="bars" viewBox="${box}" aria-hidden="true">${drawn.join('')}</svg>`;
}
