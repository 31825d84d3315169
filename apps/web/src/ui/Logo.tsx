import type { ReactNode } from 'react';
import { useState } from 'react';
import { cx } from './class-names.ts';
import styles from './Logo.module.css';

const flags: Readonly<Record<string, string>> = {
  EUR: 'eu',
  USD: 'us',
  GBP: 'gb',
  JPY: 'jp',
  AUD: 'au',
  NZD: 'nz',
  CAD: 'ca',
  CHF: 'ch',
  HKD: 'hk',
  CNH: 'cn',
  CNY: 'cn',
  SGD: 'sg',
  NOK: 'no',
  SEK: 'se',
  DKK: 'dk',
  PLN: 'pl',
  HUF: 'hu',
  CZK: 'cz',
  TRY: 'tr',
  MXN: 'mx',
  ZAR: 'za',
  THB: 'th',
  KRW: 'kr',
  INR: 'in',
  RUB: 'ru',
  BRL: 'br',
  ILS: 'il',
  RON: 'ro',
  AED: 'ae',
  SAR: 'sa',
};

/** Markets by the beginning of an index code. */
const markets: readonly (readonly [RegExp, string])[] = [
  [/^(?:US|SPX|NAS|NDX|DJ|RUS)/, 'us'],
  [/^(?:HK|HSI)/, 'hk'],
  [/^(?:JP|JPN|NIK)/, 'jp'],
  [/^(?:UK|GB|FTSE)/, 'gb'],
  [/^(?:DE|GER|DAX)/, 'de'],
  [/^(?:FR|FRA|CAC)/, 'fr'],
  [/^(?:AU)/, 'au'],
  [/^(?:EU|ESTX|STOXX)/, 'eu'],
  [/^(?:CN|CHN|CHINA)/, 'cn'],
  [/^(?:ES|SPA|SPN)/, 'es'],
  [/^(?:CH|SWI|SMI)/, 'ch'],
  [/^(?:IT)/, 'it'],
  [/^(?:SG|SIN)/, 'sg'],
];

const ingot = (fill: string, dark: string, light: string) => (
  <>
    <circle cx="18" cy="18" r="18" fill={fill} />
    <path d="M13.2 13.500h9.600l3 9.500H10.200Z" fill={dark} />
    <path d="M13.2 13.500h9.600l.9 2.900H12.300Z" fill={light} />
  </>
);

const drop = (fill: string) => (
  <>
    <circle cx="18" cy="18" r="18" fill={fill} />
    <path d="M18 9.500s6 6.600 6 10.600a6 6 0 0 1-12 0c0-4 6-10.600 6-10.600Z" fill="#fff" />
    <path d="M15 20.300a3 3 0 0 0 2.500 3" fill="none" stroke={fill} strokeWidth="1.600" strokeLinecap="round" />
  </>
);

const glyphs: readonly (readonly [RegExp, ReactNode])[] = [
  [/^XAU/, ingot('#E8B93C', '#7A5200', '#9E6E0A')],
  [/^XAG/, ingot('#C5CBD6', '#4D5566', '#6B7486')],
  [/^XPT/, ingot('#D7DCE2', '#5D6673', '#7F8896')],
  [/^XPD/, ingot('#D9CFC4', '#6B5B49', '#8B7963')],
  [/^(?:WTI|USOIL|CL)/, drop('#2B313D')],
  [/^(?:BRENT|UKOIL|BRN)/, drop('#3C4A3A')],
  [/^(?:NGAS|NATGAS|NG)/, drop('#2F5D8A')],
  [
    /^BTC/,
    <>
      <circle cx="18" cy="18" r="18" fill="#F0922B" />
      <path
        d="M14 11.500h5.200a3.100 3.100 0 0 1 0 6.200H14Zm0 6.200h6a3.400 3.400 0 0 1 0 6.800h-6ZM16 9.200v2.300M19.200 9.200v2.300M16 24.500v2.300M19.200 24.500v2.300M12.300 11.500H14M12.300 24.500H14"
        fill="none"
        stroke="#fff"
        strokeWidth="2.200"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </>,
  ],
  [
    /^ETH/,
    <>
      <circle cx="18" cy="18" r="18" fill="#6B7FD7" />
      <path d="M18 7.500 11.500 18.300 18 22.100l6.500-3.800Z" fill="#fff" />
      <path d="M11.500 19.900 18 28.500l6.500-8.600L18 23.700Z" fill="#fff" opacity=".75" />
    </>,
  ],
];

const tether = (
  <>
    <circle cx="18" cy="18" r="18" fill="#2A9D7C" />
    <path d="M11.500 11.500h13M18 11.500v14.500" stroke="#fff" strokeWidth="3" strokeLinecap="round" />
    <ellipse cx="18" cy="17.700" rx="8" ry="2.500" fill="none" stroke="#fff" strokeWidth="1.600" />
  </>
);

export interface LogoProps {
  readonly code: string;
  readonly showCode: string;
  readonly src: string;
  readonly size: number;
}

/** Logo of an instrument: the API's; else a pair of flags, base on top; else a glyph; else two letters (DESIGN 4). */
export function Logo({ code, showCode, src, size }: LogoProps) {
  const [isBroken, setBroken] = useState(false);
  if (src !== '' && !isBroken) {
    return (
      <img
        className={cx(styles.flag, styles.photo)}
        src={src}
        width={size}
        height={size}
        alt=""
        loading="lazy"
        onError={() => setBroken(true)}
      />
    );
  }
  const [base = '', quote = ''] = showCode.split('/');
  const glyph = glyphOf(code);
  if (glyph !== undefined) {
    return <Glyph drawing={glyph} size={size} />;
  }
  const [baseFlag, quoteFlag] = [flags[base], flags[quote]];
  if (baseFlag !== undefined && quoteFlag !== undefined) return <Pair base={baseFlag} quote={quoteFlag} size={size} />;
  const market = quote === '' ? markets.find(([pattern]) => pattern.test(code))?.[1] : undefined;
  if (market !== undefined) return <Flag name={market} size={size} />;
  return <Monogram code={code} size={size} />;
}

/** Logo of a currency: a coin's glyph, else its country's flag, else two letters. */
export function CurrencyLogo({ code, size }: { code: string; size: number }) {
  const coin = code === 'USDT' ? tether : /^(?:BTC|ETH)$/.test(code) ? glyphOf(code) : undefined;
  if (coin !== undefined) return <Glyph drawing={coin} size={size} />;
  const flag = flags[code];
  return flag === undefined ? <Monogram code={code} size={size} /> : <Flag name={flag} size={size} />;
}

function glyphOf(code: string): ReactNode | undefined {
  return glyphs.find(([pattern]) => pattern.test(code))?.[1];
}

function Glyph({ drawing, size }: { drawing: ReactNode; size: number }) {
  return (
    <span className={styles.glyph} style={{ width: size, height: size }}>
      <svg viewBox="0 0 36 36" aria-hidden="true">
        {drawing}
      </svg>
    </span>
  );
}

function Pair({ base, quote, size }: { base: string; quote: string; size: number }) {
  const one = Math.round(size * 0.7);
  return (
    <span className={styles.pair} style={{ width: size, height: size }}>
      <Flag name={quote} size={one} className={styles.quoteFlag} />
      <Flag name={base} size={one} className={styles.baseFlag} />
    </span>
  );
}

export function Flag({ name, size, className = '' }: { name: string; size: number; className?: string | undefined }) {
  return <img className={cx(styles.flag, className)} src={`/flags/${name}.svg`} width={size} height={size} alt="" />;
}

/** Flag of a country by its ISO code; its two letters if there is no flag. */
export function CountryFlag({ code, size }: { code: string; size: number }) {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return <Monogram code={code} size={size} />;
  return (
    <img
      className={styles.flag}
      src={`/flags/${code.toLowerCase()}.svg`}
      width={size}
      height={size}
      alt=""
      loading="lazy"
      onError={() => setBroken(true)}
    />
  );
}

function Monogram({ code, size }: { code: string; size: number }) {
  let hue = 0;
  for (const char of code) hue = (hue * 31 + (char.codePointAt(0) ?? 0)) % 360;
  return (
    <span
      className={cx(styles.glyph, styles.monogram)}
      style={{ width: size, height: size, ['--h' as string]: hue }}
      aria-hidden="true"
    >
      {code.slice(0, 2)}
    </span>
  );
}
