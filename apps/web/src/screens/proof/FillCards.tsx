import { type FillProofs, useFillProofs } from '../../data/proofs.ts';
import { clockSecondsText } from '../../format/time-text.ts';
import { zoneText } from '../../format/zone-text.ts';
import { localeTag, t } from '../../i18n/text.ts';
import { shownZone } from '../../session/shown-zone.ts';
import buttonStyles from '../../ui/Button.module.css';
import cardStyles from '../../ui/Card.module.css';
import { cx } from '../../ui/class-names.ts';
import { Empty } from '../../ui/Empty.tsx';
import figuresStyles from '../../ui/Figures.module.css';
import { Icon } from '../../ui/Icon.tsx';
import { Bone } from '../../ui/Skeleton.tsx';
import typographyStyles from '../../ui/typography.module.css';
import { type FillVerdicts, useFillVerdicts } from '../../widgets/fill-verdicts.ts';
import { LoadFailed } from '../../widgets/LoadFailed.tsx';
import { ProofHead, ProofRow, shortOf } from './ProofRow.tsx';
import styles from './ProofScreen.module.css';

/** The receipts of the newest fills, and the newest one's place in the public log, both checked here (R-VER-16, R-VER-17). */
export function FillCards() {
  const { data, error, isError, isFetching, refetch } = useFillProofs();
  const verdicts = useFillVerdicts(data);
  if (data === undefined) {
    if (isError) return <LoadFailed title={t('receipt.error')} error={error} onRetry={() => void refetch()} />;
    return <Bone width="100%" height={120} />;
  }
  if (data.receipts.length === 0)
    return <Empty drawing="orders" title={t('receipt.title')} text={t('proof.noFills')} />;
  return (
    <>
      <Receipts proofs={data} verdicts={isFetching ? null : verdicts} onCheck={() => void refetch()} />
      <InLog proofs={data} verdicts={verdicts} />
    </>
  );
}

function Receipts(props: { proofs: FillProofs; verdicts: FillVerdicts | null; onCheck: () => void }) {
  const { proofs, verdicts, onCheck } = props;
  const all = proofs.receipts.length;
  const good = verdicts?.verdicts.filter((one) => one === 'verified').length ?? 0;
  const cannot = verdicts?.verdicts.includes('cannot') === true;
  const isBad = verdicts !== null && !cannot && good < all;
  const state = verdicts === null ? 'checking' : cannot ? 'cannot' : isBad ? 'wrong' : 'verified';
  const title =
    verdicts === null ? t('proof.checking') : cannot ? t('receipt.uncheckable') : t('proof.receipts', { good, all });
  return (
    <section
      className={cardStyles.card}
      aria-labelledby="proof-receipts"
      data-testid="proof-receipts"
      data-state={state}
    >
      <div className={styles.head}>
        <div className={styles.words} role="status">
          <h2
            id="proof-receipts"
            className={cx(styles.title, styles.checked, figuresStyles.number, isBad && figuresStyles.falling)}
          >
            <Icon name={isBad ? 'warn' : 'shield'} size={20} />
            {title}
          </h2>
          <p className={cx(typographyStyles.small, typographyStyles.tertiary)}>
            {t('proof.ofOrders', { count: proofs.orderCount })}
            {verdicts === null ? null : (
              <>
                {' · '}
                <span className={figuresStyles.number}>
                  {clockSecondsText(verdicts.atMs, shownZone(), localeTag())}
                </span>{' '}
                {zoneText(shownZone())}
              </>
            )}
          </p>
        </div>
        <button
          type="button"
          className={cx(buttonStyles.button, buttonStyles.secondary, buttonStyles.medium)}
          disabled={verdicts === null}
          onClick={onCheck}
        >
          {t('proof.check')}
        </button>
      </div>
    </section>
  );
}

const looks = {
  included: { look: 'good', text: 'proof.included' },
  wrong: { look: 'bad', text: 'proof.wrong' },
  cannot: { look: 'wait', text: 'proof.cannot' },
  later: { look: 'wait', text: 'proof.notYet' },
} as const;

function InLog({ proofs, verdicts }: { proofs: FillProofs; verdicts: FillVerdicts | null }) {
  const logged = verdicts?.logged;
  const facts = logged === undefined || logged === null || logged === 'wrong' ? null : logged;
  const state = logged === undefined ? null : logged === null ? 'later' : (facts?.verdict ?? 'wrong');
  const count = (value: number) => value.toLocaleString('en');
  return (
    <section className={cardStyles.card} aria-labelledby="proof-log" data-testid="proof-log" data-state={state}>
      <ProofHead id="proof-log" title={t('proof.inLog')} verdict={state === null ? null : looks[state]} />
      <dl>
        <ProofRow name={t('proof.lastReceipt')} value={shortOf(proofs.receipts[0]?.hash ?? '')} />
        <ProofRow
          name={t('proof.entry')}
          value={facts === null ? '–' : t('proof.entryOf', { number: count(facts.index + 1), size: count(facts.size) })}
        />
        <ProofRow name={t('proof.steps')} value={facts === null ? '–' : String(facts.steps)} />
        <ProofRow name={t('proof.checkpoint')} value={shortOf(facts?.newest.root ?? '')} />
        <ProofRow name={t('proof.entries')} value={facts === null ? '–' : count(facts.newest.size)} />
      </dl>
    </section>
  );
}
