import { useEffect } from 'react';
import { defaultTemplate, loadTemplates } from '../../../../data/chart-templates.ts';
import type { Template, TemplateIndicator } from '../../../../data/template-list.ts';
import { setIndicators, useChartStore } from '../../../../session/chart-store.ts';
import type { IndicatorSpec } from '../../../../session/indicators.ts';

export function toTemplate({ kind, values, source, colours, isHidden }: IndicatorSpec): TemplateIndicator {
  return { kind, values, source, colours, isHidden };
}

/** Shows the indicators of a template in place of all others; kinds that this version does not know are left out. */
export function applyTemplate({ indicators }: Pick<Template, 'indicators'>): void {
  setIndicators(indicators);
}

/** Begins a chart whose indicators were never chosen with those of the default template of the account. */
export function useDefaultTemplate(): void {
  const isNew = useChartStore((store) => store.indicators === null);
  useEffect(() => {
    if (!isNew) return undefined;
    let isGone = false;
    const apply = () => {
      const template = defaultTemplate();
      const isStillNew = useChartStore.getState().indicators === null;
      if (!isGone && isStillNew && template !== null) applyTemplate(template);
    };
    void loadTemplates().then(apply);
    return () => {
      isGone = true;
    };
  }, [isNew]);
}
