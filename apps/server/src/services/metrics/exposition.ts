import type { Metric, Sample } from '../../ports/metrics.ts';

/** Media type of the text format, version 0.0.4. */
export const expositionType = 'text/plain; version=0.0.4; charset=utf-8';

/** Writes metrics in the text format of Prometheus: https://prometheus.io/docs/instrumenting/exposition_formats/ */
export function expose(metrics: readonly Metric[]): string {
  return metrics.map(family).join('');
}

function family({ name, help, type, samples, buckets }: Metric): string {
  const head = `# HELP ${name} ${escapeHelp(help)}\n# TYPE ${name} ${type}\n`;
  if (buckets === undefined) return head + samples.map((sample) => line(name, sample)).join('');
  const { bounds, counts, sum } = buckets;
  const lines = bounds.map((bound, index) =>
    line(`${name}_bucket`, { labels: { le: numberText(bound) }, value: counts[index] ?? 0 }),
  );
  const total = counts.at(-1) ?? 0;
  return `${head}${lines.join('')}${line(`${name}_sum`, { value: sum })}${line(`${name}_count`, { value: total })}`;
}

function line(name: string, { labels, value }: Sample): string {
  const pairs = Object.entries(labels ?? {}).map(([label, text]) => `${label}="${escapeLabel(text)}"`);
  return `${name}${pairs.length === 0 ? '' : `{${pairs.join()}}`} ${numberText(value)}\n`;
}

function numberText(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return '+Inf';
  return value === Number.NEGATIVE_INFINITY ? '-Inf' : String(value);
}

function escapeHelp(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}

function escapeLabel(text: string): string {
  return escapeHelp(text).replaceAll('"', '\\"');
}
