import { useState } from 'react';
import type { AlertDraft } from '../../data/alert-form.ts';
import type { InstrumentFacts } from '../../data/instruments.ts';
import type { AlertAsk } from '../../data/price-alert.ts';
import { useInstruments } from '../../data/queries.ts';
import { t } from '../../i18n/text.ts';
import { Icon } from '../../ui/Icon.tsx';
import listRowStyles from '../../ui/ListRow.module.css';
import { Segmented } from '../../ui/Segmented.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { InstrumentLogo } from '../InstrumentLogo.tsx';
import styles from './AlertSheet.module.css';
import { MarginForm } from './MarginForm.tsx';
import { PercentForm } from './PercentForm.tsx';
import { PriceFields, priceButtonText, useAlertLevel } from './PriceFields.tsx';
import { ResultForm } from './ResultForm.tsx';
import { SetAlertButton } from './SetAlertButton.tsx';
import { SwapForm } from './SwapForm.tsx';

type Kind = AlertAsk['kind'];

const accountKinds = ['margin', 'profit', 'swap'] as const;

/** Form of a new alert; without an instrument it begins with a choice of one, or of a kind (R-ALR-04, R-ALR-19). */
export function AlertSheet({ draft, onClose }: { draft: AlertDraft; onClose: () => void }) {
  const all = useInstruments().data ?? [];
  const [chosenId, setChosenId] = useState(draft.instrumentId);
  const [kind, setKind] = useState<Kind | null>(draft.instrumentId === null ? null : 'price');
  const facts = all.find(({ id }) => id === chosenId) ?? null;
  const form = { facts, level: draft.level, onClose, onKind: setKind };
  if (kind !== null && (facts !== null || (kind !== 'price' && kind !== 'percent')))
    return <AlertForm kind={kind} {...form} />;
  const title = t('alerts.new');
  return (
    <Sheet title={title} label={title} onClose={onClose}>
      <h3 className={listRowStyles.groupLabel}>{t('alerts.onAccount')}</h3>
      <ul aria-label={t('alerts.onAccount')}>
        {accountKinds.map((one) => (
          <li key={one}>
            <button type="button" className={listRowStyles.row} onClick={() => setKind(one)}>
              <span className={styles.icon}>
                <Icon name={kindIcons[one]} size={18} />
              </span>
              <span className={listRowStyles.text}>{kindName(one)}</span>
            </button>
          </li>
        ))}
      </ul>
      <h3 className={listRowStyles.groupLabel}>{t('alerts.onInstrument')}</h3>
      <ul aria-label={t('trade.instruments')}>
        {all.map((one) => (
          <li key={one.id}>
            <button
              type="button"
              className={listRowStyles.row}
              onClick={() => {
                setChosenId(one.id);
                setKind('price');
              }}
            >
              <InstrumentLogo facts={one} size={30} />
              <span className={listRowStyles.text}>
                {one.spec.showCode}
                <small>{one.spec.name}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

export const kindIcons = { margin: 'shield', profit: 'target', swap: 'moon' } as const;

function kindName(kind: Kind): string {
  switch (kind) {
    case 'price':
      return t('alerts.kindPrice');
    case 'percent':
      return t('alerts.kindPercent');
    case 'margin':
      return t('alerts.kindMargin');
    case 'profit':
      return t('alerts.kindResult');
    case 'swap':
      return t('alerts.kindSwap');
  }
}

interface FormProps {
  readonly kind: Kind;
  /** Null for an alert on the account. */
  readonly facts: InstrumentFacts | null;
  readonly level: number | undefined;
  readonly onKind: (kind: Kind) => void;
  readonly onClose: () => void;
}

function AlertForm(props: FormProps) {
  const { kind, facts, onKind } = props;
  const kinds: readonly Kind[] = facts === null ? accountKinds : ['price', 'percent', ...accountKinds];
  const choice = (
    <Segmented
      label={t('alerts.kind')}
      value={kind}
      options={kinds.map((value) => ({ value, label: kindName(value) }))}
      onChange={onKind}
    />
  );
  if (kind === 'margin') return <MarginForm choice={choice} onClose={props.onClose} />;
  if (kind === 'profit') return <ResultForm choice={choice} instrumentId={facts?.id ?? null} onClose={props.onClose} />;
  if (kind === 'swap') return <SwapForm choice={choice} onClose={props.onClose} />;
  if (facts === null) return null;
  if (kind === 'percent') return <PercentForm choice={choice} facts={facts} onClose={props.onClose} />;
  return <PriceForm choice={choice} facts={facts} level={props.level} onClose={props.onClose} />;
}

function PriceForm({
  choice,
  facts,
  level,
  onClose,
}: Pick<FormProps, 'level' | 'onClose'> & {
  readonly choice: React.ReactNode;
  readonly facts: InstrumentFacts;
}) {
  const form = useAlertLevel(facts, level);
  const title = t('alerts.on', { code: facts.spec.showCode });
  return (
    <Sheet
      title={title}
      label={title}
      onClose={onClose}
      renderFooter={(close) => <SetAlertButton ask={form.ask} text={priceButtonText(form)} onDone={close} />}
    >
      <div className={styles.fields}>
        {choice}
        <PriceFields facts={facts} form={form} />
      </div>
    </Sheet>
  );
}
