import type { ReactNode } from 'react';

/** One family: 24 grid, 1.75 stroke, round caps (DESIGN 2). */
const paths = {
  market: (
    <>
      <path d="M3.5 16.5 9 11l3.500 3.500 7.500-7.500" />
      <path d="M15 6.500h5.500V12" />
    </>
  ),
  trade: (
    <>
      <path d="M8 3.500v3M8 16v4.500" />
      <rect x="5.500" y="6.500" width="5" height="9.500" rx="1.400" />
      <path d="M16.500 3.500V8M16.500 14v6.500" />
      <rect x="14" y="8" width="5" height="6" rx="1.400" />
    </>
  ),
  orders: (
    <>
      <path d="M6.500 3.500h11a1.500 1.500 0 0 1 1.500 1.500v15.500l-3.500-2-3.500 2-3.500-2-3.500 2V5a1.500 1.500 0 0 1 1.500-1.500Z" />
      <path d="M9 8.500h6M9 12.500h6" />
    </>
  ),
  documentary: (
    <>
      <circle cx="9" cy="8" r="3.500" />
      <path d="M3 19.500a6 6 0 0 1 12 0" />
      <path d="M15.500 4.800a3.500 3.500 0 0 1 0 6.400M17.500 14.200a6 6 0 0 1 3.500 5.300" />
    </>
  ),
  rank: (
    <>
      <path d="M9 20.500V6.500a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v14" />
      <path d="M3.500 20.500v-8a1 1 0 0 1 1-1H9M15 9.500h4.500a1 1 0 0 1 1 1v10M2.500 20.500h19" />
    </>
  ),
  search: (
    <>
      <circle cx="11" cy="11" r="6.500" />
      <path d="m20 20-4.300-4.300" />
    </>
  ),
  close: <path d="m6 6 12 12M18 6 6 18" />,
  menu: <path d="M4 6.500h16M4 12h11M4 17.500h16" />,
  down: <path d="m6 9 6 6 6-6" />,
  up: <path d="m6 15 6-6 6 6" />,
  next: <path d="m9.500 5.500 6.500 6.500-6.500 6.500" />,
  back: <path d="m14.500 5.500-6.500 6.500 6.500 6.500" />,
  minus: <path d="M5 12h14" />,
  plus: <path d="M12 5v14M5 12h14" />,
  moon: <path d="M19.500 14.300A8 8 0 0 1 9.700 4.500a8 8 0 1 0 9.800 9.800Z" />,
  info: (
    <>
      <circle cx="12" cy="12" r="8.500" />
      <path d="M12 11v5M12 8h.01" />
    </>
  ),
  warn: (
    <>
      <path d="M12 4 2.800 19.500h18.400Z" />
      <path d="M12 10v4.200M12 16.900h.01" />
    </>
  ),
  okay: (
    <>
      <circle cx="12" cy="12" r="8.500" />
      <path d="m8.200 12.300 2.600 2.600 5-5.200" />
    </>
  ),
  offline: (
    <path d="M4 4l16 16M2.800 9.300a14 14 0 0 1 4-2.700M10.500 5.400c3.900-.4 7.700.9 10.700 3.900M6.200 13a9 9 0 0 1 3.700-2.200M14.900 11.200A9 9 0 0 1 17.800 13M9.500 16.500a3.800 3.800 0 0 1 5 0M12 19.800h.01" />
  ),
  refresh: (
    <>
      <path d="M19.800 11A8 8 0 0 0 5.600 7.200L4 9M4.200 13a8 8 0 0 0 14.200 3.800L20 15" />
      <path d="M4 4.500V9h4.500M20 19.500V15h-4.500" />
    </>
  ),
  copy: (
    <>
      <rect x="8.500" y="8.500" width="12" height="12" rx="2.200" />
      <path d="M15.500 5.500v-.3A1.700 1.700 0 0 0 13.800 3.500H5.200A1.700 1.700 0 0 0 3.500 5.200v8.600a1.700 1.700 0 0 0 1.700 1.700h.3" />
    </>
  ),
  target: (
    <>
      <circle cx="12" cy="12" r="8.500" />
      <circle cx="12" cy="12" r="4.500" />
      <path d="M12 12h.01" strokeWidth="2.400" />
    </>
  ),
  bolt: <path d="M13 3 5 13.500h6L10.500 21 19 10.500h-6Z" />,
  globe: (
    <>
      <circle cx="12" cy="12" r="8.500" />
      <path d="M3.500 12h17M12 3.500c2.300 2.300 3.500 5.200 3.500 8.500s-1.200 6.200-3.500 8.500c-2.300-2.300-3.500-5.200-3.500-8.500s1.200-6.200 3.500-8.500Z" />
    </>
  ),
  clock: (
    <>
      <circle cx="12" cy="12" r="8.500" />
      <path d="M12 7v5l3.300 2" />
    </>
  ),
  check: <path d="m5 12.500 4.500 4.500L19 7.500" />,
  logout: <path d="M10 4.500H6A1.500 1.500 0 0 0 4.500 6v12A1.500 1.500 0 0 0 6 19.500h4M15 16l4-4-4-4M19 12H9.500" />,
  flag: (
    <path d="M5.500 21V4.500s1.200-1 3.800-1 4 2 6.500 2 3.200-.8 3.200-.8v9s-1.200.8-3.200.8-3.900-2-6.500-2-3.800 1-3.800 1" />
  ),
  eye: (
    <>
      <path d="M2.800 12S6 5.800 12 5.800 21.200 12 21.200 12 18 18.200 12 18.200 2.800 12 2.800 12Z" />
      <circle cx="12" cy="12" r="2.800" />
    </>
  ),
  eyeOff: (
    <path d="M9.900 6C10.600 5.900 11.300 5.800 12 5.800c6 0 9.200 6.200 9.200 6.200a16 16 0 0 1-2.600 3.400M6.300 7.800A15 15 0 0 0 2.800 12S6 18.200 12 18.200a9 9 0 0 0 4.800-1.400M10 10a2.800 2.800 0 0 0 4 4M4 4l16 16" />
  ),
  mail: (
    <>
      <rect x="3" y="5" width="18" height="14" rx="2.200" />
      <path d="m3.800 7 8.200 6 8.200-6" />
    </>
  ),
  phone: (
    <>
      <rect x="7" y="2.800" width="10" height="18.400" rx="2.200" />
      <path d="M11 18.200h2" />
    </>
  ),
  shield: (
    <>
      <path d="M12 3.200 5 6v5.500c0 4.300 2.900 7.600 7 9.300 4.100-1.700 7-5 7-9.300V6Z" />
      <path d="m8.900 12 2.200 2.200 4-4.200" />
    </>
  ),
  gift: (
    <>
      <rect x="4" y="11.500" width="16" height="9" rx="1.500" />
      <path d="M3 8h18v3.500H3ZM12 8v12.500M12 8S10.800 3.500 8.300 3.500a2.250 2.250 0 0 0 0 4.500ZM12 8s1.200-4.500 3.700-4.500a2.250 2.250 0 0 1 0 4.500Z" />
    </>
  ),
  key: (
    <>
      <circle cx="8" cy="15.500" r="4" />
      <path d="m11 12.500 8.500-8.500M16 7.500l2.500 2.500M13.500 10l1.500 1.500" />
    </>
  ),
  lock: (
    <>
      <rect x="5" y="10.500" width="14" height="10" rx="2.200" />
      <path d="M8 10.500V8a4 4 0 0 1 8 0v2.500" />
    </>
  ),
  sliders: (
    <>
      <path d="M4 7h9M17.500 7H20M4 17h2.500M11 17h9" />
      <circle cx="15.200" cy="7" r="2.300" />
      <circle cx="8.700" cy="17" r="2.300" />
    </>
  ),
  fingerprint: (
    <path d="M5.500 9.500a7 7 0 0 1 12.700-1.300M19 11c.2 2.700 0 5.300-.6 7.700M15.300 20.500c.7-2.400 1-5 1-8.200a4.300 4.300 0 0 0-8.600 0c0 2-.3 3.800-1 5.400M12 12v.8c0 2.800-.5 5.300-1.500 7.600M4.500 14.500c.2-.8.3-1.700.3-2.700" />
  ),
  download: <path d="M12 4v11M7.200 10.500 12 15.300l4.800-4.800M4.500 20h15" />,
  device: (
    <>
      <rect x="4" y="5" width="16" height="11" rx="1.800" />
      <path d="M2.500 19.500h19" />
    </>
  ),
  trash: (
    <path d="M4.500 6.500h15M9.500 6.500V4.200h5v2.300M6.500 6.500l.8 13.300h9.400l.8-13.300M10.500 10.500v5.500M13.500 10.500v5.500" />
  ),
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof paths;

export function Icon({ name, size = 24, className = '' }: { name: IconName; size?: number; className?: string }) {
  return (
    <svg className={`i ${className}`} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      {paths[name]}
    </svg>
  );
}

const trianglePaths = {
  up: 'M3.2 1.3a1 1 0 0 1 1.600 0l2.700 4.100A.9.9 0 0 1 6.700 6.800H1.300a.9.9 0 0 1-.8-1.400Z',
  down: 'M3.2 6.7a1 1 0 0 0 1.600 0l2.700-4.100A.9.9 0 0 0 6.700 1.200H1.300a.9.9 0 0 0-.8 1.400Z',
} as const;

/** Direction is never colour alone (DESIGN 1): the triangle goes with the sign. */
export function Triangle({ direction, size = 8 }: { direction: 'up' | 'down'; size?: number }) {
  return (
    <svg className="tri" width={size} height={size} viewBox="0 0 8 8" aria-hidden="true">
      <path d={trianglePaths[direction]} />
    </svg>
  );
}

export function trianglePath(direction: 'up' | 'down'): string {
  return trianglePaths[direction];
}
