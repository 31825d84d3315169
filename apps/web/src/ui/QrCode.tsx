import { encode } from 'uqr';
import { cx } from './class-names.ts';
import styles from './QrCode.module.css';

export interface QrCodeProps {
  readonly text: string;
  readonly label: string;
  /** True if a logo covers the middle: dots instead of squares, and enough redundancy to lose a third. */
  readonly hasLogo?: boolean;
  readonly className?: string | undefined;
}

/** QR code, black on white in both themes, as cameras need it. */
export function QrCode({ text, label, hasLogo = false, className }: QrCodeProps) {
  const { data, size } = encode(text, hasLogo ? { border: 0, ecc: 'H' } : { border: 3 });
  return (
    <svg
      className={cx(styles.code, className)}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering={hasLogo ? undefined : 'crispEdges'}
    >
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="#fff" />
      {hasLogo ? <Dots data={data} /> : <path d={squaresOf(data)} fill="#000" />}
    </svg>
  );
}

function squaresOf(data: readonly (readonly boolean[])[]): string {
  return data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
}

/** Side of the three finder squares, in modules. */
const finder = 7;

function Dots({ data }: { data: readonly (readonly boolean[])[] }) {
  const size = data.length;
  const far = size - finder;
  const corners = [
    [0, 0],
    [far, 0],
    [0, far],
  ] as const;
  const isFinder = (x: number, y: number) =>
    corners.some(([left, top]) => x >= left && x < left + finder && y >= top && y < top + finder);
  return (
    <>
      {data.flatMap((row, y) =>
        row.map((isDark, x) =>
          isDark && !isFinder(x, y) ? (
            <rect key={`${x} ${y}`} x={x + 0.05} y={y + 0.05} width={0.9} height={0.9} rx={0.3} fill="#0C0F14" />
          ) : null,
        ),
      )}
      {corners.map(([x, y]) => (
        <g key={`${x} ${y}`} fill="#0C0F14">
          <rect x={x + 0.5} y={y + 0.5} width={6} height={6} rx={1.8} fill="none" stroke="#0C0F14" />
          <rect x={x + 2} y={y + 2} width={3} height={3} rx={0.9} />
        </g>
      ))}
    </>
  );
}
