import type { ReceiptFields } from '@candor/contracts/http/receipts';
import { useState } from 'react';
import { balanceText, signedText } from '../../format/number-text.ts';
import { groupDigits } from '../../format/price-text.ts';
import { dayClockText } from '../../format/time-text.ts';
import { localeTag, t } from '../../i18n/text.ts';
import { useSettings } from '../../session/settings-store.ts';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import typographyStyles from '../../ui/typography.module.css';
import styles from './ReceiptRules.module.css';

type Swaps = NonNullable<ReceiptFields['swaps']>;
type Step = Swaps['steps'][number];

/** Steps shown at first; a receipt lists at most 400. */
const shownMax = 10;

/** Each night that the swap of a closing is made of, newest first, with its figures (R-LOG-29); nothing without any. */
export function ReceiptNights({ swaps }: { swaps: Swaps }) {
  const [isAll, setAll] = useState(false);
  const steps = swaps.steps.toReversed();
  if (steps.length === 0) return null;
  const shown = isAll ? steps : steps.slice(0, shownMax);
  return (
    <section className={styles.rules} aria-label={t('receipt.nights')} data-testid="receipt-nights">
      <h4 className={cx(typographyStyles.small, typographyStyles.strong)}>{t('receipt.nights')}</h4>
      <p className={cx(typographyStyles.extraSmall, typographyStyles.tertiary)}>{t('explain.swap')}</p>
      <ul className={cx(styles.nights, figuresStyles.number, figuresStyles.inText)}>
        {shown.map((step) => (
          <NightOrPart key={step.kind === 'night' ? step.roll : step.receipt} step={step} />
        ))}
      </ul>
      {shown.length < steps.length ? (
        <button
          type="button"
          className={cx(buttonStyles.button, buttonStyles.outline, buttonStyles.wide)}
          onClick={() => setAll(true)}
        >
          {t('history.showAll')}
        </button>
      ) : null}
      {swaps.whole || !(isAll || shown.length === steps.length) ? null : (
        <p className={cx(typographyStyles.extraSmall, typographyStyles.tertiary)}>{t('receipt.nightsOlder')}</p>
      )}
    </section>
  );
}

function NightOrPart({ step }: { step: Step }) {
  if (step.kind === 'part')
    return (
      <li>
        <span>{t('receipt.partOf', { lots: step.lots })}</span>
        <b>
          <bdi>{signedText(negated(step.amount))}</bdi>
        </b>
      </li>
    );
  return <Night step={step} />;
}

function Night({ step }: { step: Extract<Step, { kind: 'night' }> }) {
  const zone = useSettings((settings) => settings.chartZone);
  const { roll, points, lots, nights, rate, amount, total, terms, catalogue } = step;
  const version = terms ?? catalogue;
  return (
    <li>
      <span>{dayClockText(roll, zone, localeTag())}</span>
      <b>
        <bdi>{signedText(amount)}</bdi>
      </b>
      <small>
        {t('receipt.nightOf', { points: `\u2066${balanceText(points)}\u2069`, lots, nights })}
        {rate.pair === null ? null : (
          <>
            {' · '}
            {t('receipt.rate', { from: rate.from, to: rate.to })}{' '}
            <bdi>
              {rate.pair.instrument} {groupDigits(rate.pair.bid)} / {groupDigits(rate.pair.ask)}
            </bdi>
          </>
        )}
        {version === undefined ? null : (
          <>
            {' · '}
            {terms === null ? t('receipt.catalogue') : t('receipt.ownTerms')}: {t('receipt.version', { version })}
          </>
        )}
      </small>
      <small>
        <bdi>= {balanceText(total)}</bdi>
      </small>
    </li>
  );
}

/** A part takes its share along: the swap of the rest is less by it. */
function negated(amount: string): string {
  if (/^-?[0.]+$/.test(amount)) return amount;
  return amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
}
