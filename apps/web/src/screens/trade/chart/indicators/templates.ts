import { useEffect } from 'react';
import { defaultTemplate, loadTemplates } from '../../../../data/chart-templates.ts';
import type { Template, TemplateIndicator } from '../../../../data/template-list.ts';
import { useChartScope } from '../../../../session/chart-scope.ts';
import { type LookStore, setIndicators } from '../../../../session/chart-store.ts';
import type { IndicatorSpec } from '../../../../session/indicators.ts';

export function toTemplate({ kind, values, source, colours, isHidden }: IndicatorSpec): TemplateIndicator {
  return { kind, values, source, colours, isHidden };
}

/** Shows the indicators of a template in place of all others; kinds that this version does not know are left out. */
export function applyTemplate(look: LookStore, { indicators }: Pick<Template, 'indicators'>): void {
  setIndicators(look, indicators);
}

/** Begins a chart whose indicators were never chosen with those of the default template of the account. */
export function useDefaultTemplate(): void {
  const { look } = useChartScope();
  const isNew = look((store) => store.indicators === null);
  useEffect(() => {
    if (!isNew) return undefined;
    let isGone = false;
    const apply = () => {
      const template = defaultTemplate();
      const isStillNew = look.getState().indicators === null;
      if (!isGone && isStillNew && template !== null) applyTemplate(look, template);
    };
    void loadTemplates().then(apply);
    return () => {
      isGone = true;
    };
  }, [isNew, look]);
}
