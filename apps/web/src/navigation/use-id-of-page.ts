import { useLocation, useSearch } from '@tanstack/react-router';

/** Returns the id in the address while this page is shown: kept screens also see the addresses of other pages. */
export function useIdOfPage(path: '/trade' | '/order'): number | undefined {
  const { id } = useSearch({ strict: false });
  const isShown = useLocation({ select: ({ pathname }) => pathname === path });
  return isShown ? id : undefined;
}
