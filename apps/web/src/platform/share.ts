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

/** Shares a picture by the device's share sheet; saves it as a file if there is none that takes it. */
export async function sharePicture(
  name: string,
  picture: Blob,
  device: Partial<Pick<Navigator, 'share' | 'canShare'>> = navigator,
  save: (name: string, file: Blob) => void = downloadBlob,
): Promise<'shared' | 'saved' | 'dropped'> {
  const files = [new File([picture], name, { type: picture.type })];
  if (device.share !== undefined && device.canShare?.({ files }) === true) {
    try {
      await device.share({ files });
      return 'shared';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'dropped';
    }
  }
  save(name, picture);
  return 'saved';
}

/** Copies a text; falls back to a textarea on pages without a secure context. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.style.position = 'fixed';
    area.style.opacity = '0';
    document.body.append(area);
    area.select();
    const isCopied = document.execCommand('copy');
    area.remove();
    return isCopied;
  }
}

/** Returns the clipboard's text; null if the device does not let a page read it. */
export async function pasteText(): Promise<string | null> {
  try {
    return await navigator.clipboard.readText();
  } catch {
    return null;
  }
}

/** Saves a text as a file. */
export function downloadText(name: string, text: string, type = 'application/json'): void {
  downloadBlob(name, new Blob([text], { type }));
}

/** Saves a file. */
export function downloadBlob(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
