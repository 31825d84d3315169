import { allPeriods } from '../../data/chart-period.ts';
import { t } from '../../i18n/text.ts';
import { useChartPeriod } from '../../session/chart-scope.ts';
import { Icon } from '../../ui/Icon.tsx';
import { periodLabels } from './chart/period-labels.ts';

/** All periods of a chart as a list to choose from. */
export function PeriodSelect({ className }: { className?: string | undefined }) {
  const [period, choose] = useChartPeriod();
  return (
    <label className={className}>
      <select
        aria-label={t('trade.period')}
        value={period}
        onChange={({ target }) => {
          const chosen = allPeriods.find((one) => one === target.value);
          if (chosen !== undefined) choose(chosen);
        }}
      >
        {allPeriods.map((one) => (
          <option key={one} value={one}>
            {periodLabels[one]}
          </option>
        ))}
      </select>
      <Icon name="down" size={16} />
    </label>
  );
}
