import { Link } from '@tanstack/react-router';
import { useAccount } from '../../data/account.ts';
import { balanceText, directionOf, signedText } from '../../format/number-text.ts';
import { t } from '../../i18n/text.ts';
import { useSession } from '../../session/session-store.ts';
import { TriangleOf } from '../../ui/Figures.tsx';
import { AccountBadge } from '../../widgets/AccountBadge.tsx';
import { AccountButton } from '../../widgets/AccountButton.tsx';

/**
 * Net value and profit, a link to the orders, and a button for the next money action; a link to the log-in for
 * visitors.
 */
export function AccountStrip() {
  const user = useSession((session) => session.user);
  const isKnown = useAccount((account) => account.equity !== null);
  if (user === null) return <VisitorStrip />;
  if (!isKnown) return <StripSkeleton />;
  return (
    <div className="strip">
      <Link to="/order" className="strip-a">
        <span className="grow">
          <span className="strip-l">
            {t('account.netValue')} <AccountBadge />
          </span>
          <NetValue currency={user.currency} />
        </span>
        <Profit />
      </Link>
      <AccountButton />
    </div>
  );
}

function NetValue({ currency }: { currency: string }) {
  const equity = useAccount((account) => balanceText(account.equity));
  return (
    <span className="strip-v" style={{ display: 'block' }}>
      <span className="num live">
        {equity}
        <small>{currency}</small>
      </span>
    </span>
  );
}

function Profit() {
  const profit = useAccount((account) => signedText(account.profit));
  const direction = useAccount((account) => directionOf(account.profit));
  return (
    <span>
      <span className="strip-l">{t('account.profit')}</span>
      <span className={`strip-p live ${direction}`}>
        <TriangleOf direction={direction} size={9} />
        <span className="num">{profit}</span>
      </span>
    </span>
  );
}

function VisitorStrip() {
  return (
    <Link to="/login" search={{ from: '/' }} className="strip">
      <span className="grow">
        <span className="mrow-c" style={{ display: 'block', whiteSpace: 'normal' }}>
          {t('market.visitorTitle')}
        </span>
        <span className="strip-l" style={{ whiteSpace: 'normal' }}>
          {t('market.visitorText')}
        </span>
      </span>
      <span className="btn btn--primary btn--sm">{t('market.login')}</span>
    </Link>
  );
}

function StripSkeleton() {
  return (
    <div className="strip" aria-hidden="true">
      <span className="grow stack" style={{ gap: 9, padding: '4px 0' }}>
        <i className="sk" style={{ width: 84, height: 12 }} />
        <i className="sk" style={{ width: 136, height: 20 }} />
      </span>
      <i className="sk" style={{ width: 86, height: 36, borderRadius: 18 }} />
    </div>
  );
}
