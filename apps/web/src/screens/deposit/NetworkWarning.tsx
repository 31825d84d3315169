import type { DepositAddress } from '../../data/funds-records.ts';
import { t } from '../../i18n/text.ts';
import { Banner } from '../../ui/Banner.tsx';

/** Placeholder for the bold words: languages order coin and network differently. */
const codeHole = '\ue000';
const networkHole = '\ue001';

/** Warns that coins sent over another network are lost; coin and network are bold. */
export function NetworkWarning({ option }: { option: DepositAddress }) {
  const words: Readonly<Record<string, string>> = {
    [codeHole]: option.currencyCode,
    [networkHole]: option.network,
  };
  const parts = t('deposit.networkWarning', { code: codeHole, network: networkHole }).split(/([\ue000\ue001])/);
  return (
    <Banner kind="warn">
      {parts.map((part) => (words[part] === undefined ? part : <b key={part}>{words[part]}</b>))}
    </Banner>
  );
}
