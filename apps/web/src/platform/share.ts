import { copyText } from './clipboard.ts';

export interface Shared {
  readonly title: string;
  readonly text: string;
  /** Absent if only text is shared. */
  readonly url?: string;
}

/**
 * Shares a link or a text by the device's share sheet; copies it if there is none. Closing the sheet is not a failure.
 */
export async function share(
  shared: Shared,
  device: Partial<Pick<Navigator, 'share'>> = navigator,
  copy: (text: string) => Promise<boolean> = copyText,
): Promise<'shared' | 'copied' | 'dropped'> {
  if (device.share !== undefined) {
    try {
      await device.share(shared);
      return 'shared';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'dropped';
    }
  }
  return (await copy(shared.url ?? shared.text)) ? 'copied' : 'dropped';
}
