import { calculateMargin } from '@candor/domain/calc/order-formulas';
import { formatLots, toLots } from '@candor/domain/values/lots';
import { formatMoney } from '@candor/domain/values/money';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { balanceText, tailedMargin } from '../../../format/number-text.ts';
import { missing } from '../../../format/price-text.ts';
import { plural, t } from '../../../i18n/text.ts';
import { scrollBehaviour } from '../../../platform/media.ts';
import bannerStyles from '../../../ui/Banner.module.css';
import buttonStyles from '../../../ui/Button.module.css';
import { cx } from '../../../ui/class-names.ts';
import figuresStyles from '../../../ui/Figures.module.css';
import { Tailed } from '../../../ui/Figures.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import keyValueStyles from '../../../ui/KeyValue.module.css';
import pillStyles from '../../../ui/Pill.module.css';
import { Sheet } from '../../../ui/Sheet.tsx';
import styles from './LeverageChoice.module.css';
import { entryPrice } from './ticket-state.ts';
import type { TicketHandle } from './use-ticket.ts';

const inlineMax = 5;
const optionHeight = 52;

/** Up to five leverages in a row; more open the picker (DESIGN 4). */
export function LeverageRow({ handle, onPick }: { handle: TicketHandle; onPick: () => void }) {
  const { leverages } = handle.facts.spec;
  const { leverage } = handle.ticket;
  if (leverages.length === 0)
    return <p className={cx(bannerStyles.note, bannerStyles.warn, styles.none)}>{t('trade.noLever')}</p>;
  if (leverages.length > inlineMax) {
    return (
      <button type="button" className={cx(pillStyles.pill, styles.opener)} data-part="pill" onClick={onPick}>
        <span className={figuresStyles.number}>{leverage === null ? missing : `${leverage}×`}</span>
        <Icon name="down" />
      </button>
    );
  }
  return (
    <div className={styles.choices} role="group" aria-label={t('trade.multiplier')}>
      {leverages.map((value) => (
        <button
          key={value}
          type="button"
          className={value === leverage ? styles.selected : undefined}
          aria-pressed={value === leverage}
          onClick={() => handle.change({ leverage: value })}
        >
          {value}×
        </button>
      ))}
    </div>
  );
}

/** Wheel of leverages to scroll or tap; the choice applies when the button is pressed. */
export function LeveragePicker({ handle, onClose }: { handle: TicketHandle; onClose: () => void }) {
  const { leverages } = handle.facts.spec;
  const [chosen, setChosen] = useState(handle.ticket.leverage ?? leverages[0] ?? 1);
  return (
    <Sheet
      title={t('trade.multiplier')}
      label={t('trade.multiplier')}
      onClose={onClose}
      renderFooter={(close) => (
        <button
          type="button"
          className={cx(buttonStyles.button, buttonStyles.primary, buttonStyles.wide)}
          onClick={() => {
            handle.change({ leverage: chosen });
            close();
          }}
        >
          {t('trade.useMultiplier', { multiple: chosen })}
        </button>
      )}
    >
      <Wheel values={leverages} chosen={chosen} onChoose={setChosen} />
      <PickerFigures handle={handle} leverage={chosen} />
      <div className={cx(bannerStyles.note, styles.hint)}>
        <Icon name="info" size={18} />
        <span>{t('trade.multiplierNote')}</span>
      </div>
    </Sheet>
  );
}

function Wheel({
  values,
  chosen,
  onChoose,
}: {
  values: readonly number[];
  chosen: number;
  onChoose: (value: number) => void;
}) {
  const id = useId();
  const wheel = useRef<HTMLDivElement>(null);
  const first = useRef(values.indexOf(chosen));
  useEffect(() => {
    if (wheel.current !== null) wheel.current.scrollTop = first.current * optionHeight;
  }, []);

  function go(index: number): void {
    wheel.current?.scrollTo({ top: index * optionHeight, behavior: scrollBehaviour() });
  }

  function onKeyDown(event: KeyboardEvent): void {
    const at = values.indexOf(chosen);
    const last = values.length - 1;
    const next = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    go(Math.min(last, Math.max(0, next)));
  }

  return (
    <div className={styles.wheelBox}>
      <div
        ref={wheel}
        className={styles.wheel}
        role="listbox"
        tabIndex={0}
        aria-label={t('trade.multiplier')}
        aria-activedescendant={`${id}-${chosen}`}
        onKeyDown={onKeyDown}
        onScroll={(event) => {
          const value = values[Math.round(event.currentTarget.scrollTop / optionHeight)];
          if (value !== undefined && value !== chosen) onChoose(value);
        }}
      >
        {values.map((value, index) => (
          <button
            key={value}
            type="button"
            role="option"
            id={`${id}-${value}`}
            aria-selected={value === chosen}
            className={
              value === chosen ? styles.selected : Math.abs(index - values.indexOf(chosen)) > 1 ? styles.far : undefined
            }
            tabIndex={-1}
            onClick={() => go(index)}
          >
            {value}×
          </button>
        ))}
      </div>
    </div>
  );
}

function PickerFigures({ handle, leverage }: { handle: TicketHandle; leverage: number }) {
  const { facts, ticket, context } = handle;
  const { sides, rate, currency } = context;
  const margin = (multiple: number) =>
    sides === null || rate === null
      ? null
      : formatMoney(
          calculateMargin(
            { ...facts.spec, marginMode: multiple === 1 ? 'leverage' : facts.spec.marginMode },
            toLots(ticket.lots),
            entryPrice(ticket, sides),
            multiple,
            rate,
          ),
        );
  return (
    <dl className={cx(keyValueStyles.well, styles.preview)} data-part="well">
      <div className={keyValueStyles.row}>
        <dt>{t('trade.marginFor', { lots: plural('trade.lotsOf', formatLots(ticket.lots, facts.spec)) })}</dt>
        <dd>
          <Tailed number={tailedMargin(margin(leverage))} />
        </dd>
      </div>
      <div className={keyValueStyles.row}>
        <dt>{t('trade.exposure')}</dt>
        <dd>
          <span className={figuresStyles.number}>
            {balanceText(margin(1))} {currency}
          </span>
        </dd>
      </div>
    </dl>
  );
}
