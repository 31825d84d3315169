import { copyText } from './clipboard.ts';

export interface Shared {
  readonly title: string;
  readonly text: string;
  readonly url: string;
}

/**
 * Hands a link to the device's own way of sharing; where it has none, the link is copied instead. Changing one's mind
 * in the device's sheet is no failure.
 */
export async function shareLink(
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
  return (await copy(shared.url)) ? 'copied' : 'dropped';
}
