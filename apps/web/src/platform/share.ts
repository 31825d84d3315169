import { copyText } from './clipboard.ts';

export interface Shared {
  readonly title: string;
  readonly text: string;
  /** Left out where the text itself is what is shared. */
  readonly url?: string;
}

/**
 * Hands a link, or a text without one, to the device's own way of sharing; where it has none, it is copied instead. Changing one's mind
 * in the device's sheet is no failure.
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
