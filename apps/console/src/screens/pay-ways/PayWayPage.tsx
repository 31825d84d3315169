import { useParams } from 'react-router';
import { CurrencyForm } from './CurrencyForm.tsx';
import { WayForm } from './WayForm.tsx';

/** Page of one deposit method or payout currency, or of a new one. */
export default function PayWayPage() {
  const { kind, id = 'new' } = useParams();
  return kind === 'currency' ? <CurrencyForm id={id} /> : <WayForm id={id} />;
}
