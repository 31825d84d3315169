import { t } from '../../i18n/text.ts';
import { marketColumns, useSettings } from '../../session/settings-store.ts';
import listRowStyles from '../../ui/ListRow.module.css';
import { Sheet } from '../../ui/Sheet.tsx';
import { Toggle } from '../../ui/Toggle.tsx';
import { columnText } from './columns.ts';

/** Columns of the market's table, kept on the device. */
export function ColumnSheet({ onClose }: { onClose: () => void }) {
  const hidden = useSettings((settings) => settings.marketHidden);
  return (
    <Sheet title={t('market.columns')} label={t('market.columns')} onClose={onClose}>
      <ul className={listRowStyles.group}>
        {marketColumns.map((column) => (
          <li key={column} className={listRowStyles.row}>
            <span className={listRowStyles.text}>{columnText(column)}</span>
            <Toggle
              label={columnText(column)}
              isOn={!hidden.includes(column)}
              onChange={(isOn) =>
                useSettings.setState({
                  marketHidden: isOn ? hidden.filter((one) => one !== column) : [...hidden, column],
                })
              }
            />
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
