import { useChartScope, useIndicatorSpecs } from '../../../../session/chart-scope.ts';
import { ToolSheet } from '../ChartTools.tsx';
import type { ChartFacts } from './IndicatorLists.tsx';
import { IndicatorSheet } from './IndicatorSheet.tsx';
import { TemplateSheet } from './TemplateSheet.tsx';
import { useDefaultTemplate } from './templates.ts';

/** Begins a new chart with its template, and shows the sheet of the chart that is open: its tools, the templates, or one indicator. */
export function ChartSheets(facts: ChartFacts) {
  useDefaultTemplate();
  const { sheet } = useChartScope();
  const close = () => sheet.setState({ open: null });
  const open = sheet((now) => now.open);
  const specs = useIndicatorSpecs();
  if (open === null) return null;
  if (open.kind !== 'indicator')
    return open.kind === 'tools' ? <ToolSheet {...facts} onClose={close} /> : <TemplateSheet onClose={close} />;
  const spec = specs.find(({ id }) => id === open.id);
  return spec === undefined ? null : <IndicatorSheet key={spec.id} spec={spec} onClose={close} />;
}
