import type { DepositAddressOption } from '@candor/contracts/http/funds';
import { t } from '../../i18n/text.ts';
import { Banner } from '../../ui/Banner.tsx';

/** Where the bold words go: languages name the coin and its network in either order. */
const codeHole = '\ue000';
const networkHole = '\ue001';

/** Coins that are sent over another network than the address's are lost, so both words stand out. */
export function NetworkWarning({ option }: { option: DepositAddressOption }) {
  const words: Readonly<Record<string, string>> = {
    [codeHole]: option.currency_code,
    [networkHole]: option.protocol_code,
  };
  const parts = t('deposit.networkWarning', { code: codeHole, network: networkHole }).split(/([\ue000\ue001])/);
  return (
    <Banner kind="warn">
      {parts.map((part) => (words[part] === undefined ? part : <b key={part}>{words[part]}</b>))}
    </Banner>
  );
}
