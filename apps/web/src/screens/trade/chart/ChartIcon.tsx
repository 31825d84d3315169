import type { ReactNode } from 'react';

/** Icons of the chart alone, of the family of `Icon` but not in its first files. */
function ChartIcon({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

/** Arrows apart, or towards one another. */
export function ScreenIcon({ isFull }: { isFull: boolean }) {
  return (
    <ChartIcon>
      {isFull ? (
        <path d="M19.5 4.500 14 10m0-4.500V10h4.500M4.500 19.500 10 14m0 4.500V14H5.500" />
      ) : (
        <path d="M14 10l5.500-5.500m-4.500 0h4.500V9M10 14l-5.500 5.500m0-4.500v4.500H9" />
      )}
    </ChartIcon>
  );
}

/** Magnet with its two poles down. */
export function MagnetIcon() {
  return (
    <ChartIcon>
      <path d="M6 4v8a6 6 0 0 0 12 0V4h-4v8a2 2 0 0 1-4 0V4ZM6 8h4M14 8h4" transform="rotate(180 12 11)" />
    </ChartIcon>
  );
}

/** Arrow that turns back. */
export function UndoIcon() {
  return (
    <ChartIcon>
      <path d="M8 5 4 9l4 4M4 9h10a5.500 5.500 0 0 1 0 11h-4" />
    </ChartIcon>
  );
}
