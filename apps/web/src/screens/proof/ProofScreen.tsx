import { publicPaths } from '@candor/contracts/http/paths';
import { type CheckedLiability, useLiability } from '../../data/liability.ts';
import { balanceText } from '../../format/number-text.ts';
import { dateText } from '../../format/time-text.ts';
import { localeTag, t } from '../../i18n/text.ts';
import { downloadText } from '../../platform/share.ts';
import buttonStyles from '../../ui/Button.module.css';
import cardStyles from '../../ui/Card.module.css';
import { cx } from '../../ui/class-names.ts';
import { Empty } from '../../ui/Empty.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { PullToRefresh } from '../../ui/PullToRefresh.tsx';
import { Bone } from '../../ui/Skeleton.tsx';
import typographyStyles from '../../ui/typography.module.css';
import { LoadFailed } from '../../widgets/LoadFailed.tsx';
import { totalOf, useLiabilityVerdict } from '../../widgets/liability-verdict.ts';
import { NavBar } from '../../widgets/NavBar.tsx';
import { FillCards } from './FillCards.tsx';
import { ProofHead, ProofRow, shortOf } from './ProofRow.tsx';
import styles from './ProofScreen.module.css';

/**
 * Proofs that this device checks itself: the receipts of the newest fills, the newest one's place in the public log, and that the
 * account is counted in the newest total owed to clients (R-VER-16, R-VER-17, R-LOG-22).
 */
export function ProofScreen() {
  const query = useLiability();
  return (
    <PullToRefresh
      className={cx(layoutStyles.screen, layoutStyles.canvas, layoutStyles.fadeIn)}
      onRefresh={() => query.refetch()}
      header={<NavBar title={t('proof.title')} />}
    >
      <div className={cx(layoutStyles.page, layoutStyles.gutters, styles.page)}>
        <p className={cx(typographyStyles.small, typographyStyles.tertiary)}>{t('proof.lead')}</p>
        <FillCards />
        <Answer query={query} />
        <a className={cx(buttonStyles.button, buttonStyles.secondary, buttonStyles.wide)} href={publicPaths.log}>
          {t('proof.log')}
        </a>
        <a className={cx(buttonStyles.button, buttonStyles.secondary, buttonStyles.wide)} href={publicPaths.statistics}>
          {t('proof.statistics')}
        </a>
      </div>
    </PullToRefresh>
  );
}

function Answer({ query }: { query: ReturnType<typeof useLiability> }) {
  const { data: proof, error, isError, refetch } = query;
  if (proof === undefined) {
    if (isError) return <LoadFailed title={t('proof.title')} error={error} onRetry={() => void refetch()} />;
    return <Bone width="100%" height={280} />;
  }
  if (proof === null) return <Empty drawing="search" title={t('proof.total')} text={t('proof.none')} />;
  return <Total proof={proof} />;
}

const verdicts = {
  counted: { look: 'good', text: 'proof.counted' },
  wrong: { look: 'bad', text: 'proof.wrong' },
  cannot: { look: 'wait', text: 'proof.cannot' },
} as const;

function Total({ proof }: { proof: CheckedLiability }) {
  const verdict = useLiabilityVerdict(proof);
  const total = totalOf(proof);
  const { currency, day, amount, path } = proof;
  const file = `candor-proof-${day}-${currency}.json`;
  return (
    <section className={cardStyles.card} aria-labelledby="proof-total">
      <ProofHead id="proof-total" title={t('proof.total')} verdict={verdict === null ? null : verdicts[verdict]} />
      <dl>
        <ProofRow name={t('proof.amount')} value={`${balanceText(amount)} ${currency}`} />
        <ProofRow name={t('proof.day')} value={dateText(Date.parse(day), 'utc', localeTag())} />
        <ProofRow name={t('proof.sum')} value={total === null ? '–' : `${balanceText(total.sum)} ${currency}`} />
        <ProofRow name={t('proof.root')} value={shortOf(total?.root ?? '')} />
        <ProofRow name={t('proof.steps')} value={String(path.length)} />
      </dl>
      <p className={cx(typographyStyles.small, typographyStyles.tertiary)}>{t('proof.shows')}</p>
      <button
        type="button"
        className={cx(buttonStyles.button, buttonStyles.primary, buttonStyles.wide, styles.download)}
        onClick={() => downloadText(file, `${JSON.stringify(proof, null, 2)}\n`)}
      >
        {t('proof.download')}
      </button>
    </section>
  );
}
