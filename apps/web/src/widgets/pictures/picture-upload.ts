import { useEffect, useRef, useState } from 'react';
import { uploadImage } from '../../data/api.ts';
import { t } from '../../i18n/text.ts';
import { shrinkPicture } from '../../platform/picture.ts';
import { showToast } from '../../ui/toast.ts';
import { toastError } from '../../widgets/toast-error.ts';

interface SentPicture {
  /** Null if this browser cannot show it. */
  readonly preview: string | null;
  /** File name on the device: not shown to others, and never sent. */
  readonly name: string;
  /** Bytes sent. */
  readonly bytes: number;
}

/** A picture being uploaded. Kept in memory only. */
export type Picture =
  | { readonly phase: 'empty' }
  | { readonly phase: 'preparing' }
  | (SentPicture & { readonly phase: 'sending'; readonly share: number })
  | (SentPicture & { readonly phase: 'done'; readonly id: string });

/** Limit of the server. */
const megabytesMax = 5;
const empty: Picture = { phase: 'empty' };

/**
 * Takes a file, shrinks and uploads it; a failure empties the slot. A newer file, or leaving the page, cancels it. It
 * is sent under the given name.
 */
export function usePictureUpload(sentName: string) {
  const [picture, setPicture] = useState<Picture>(empty);
  const running = useRef<AbortController | null>(null);
  const shown = useRef<string | null>(null);

  function clear(): void {
    running.current?.abort();
    running.current = null;
    if (shown.current !== null) URL.revokeObjectURL(shown.current);
    shown.current = null;
    setPicture(empty);
  }

  // Leaving cancels the upload and discards the picture.
  useEffect(
    () => () => {
      running.current?.abort();
      if (shown.current !== null) URL.revokeObjectURL(shown.current);
    },
    [],
  );

  async function take(file: File): Promise<void> {
    clear();
    if (!looksLikePicture(file)) {
      showToast('warn', t('verify.notPicture'));
      return;
    }
    const aborter = new AbortController();
    running.current = aborter;
    setPicture({ phase: 'preparing' });
    try {
      const sent = await send(file, aborter.signal);
      if (!aborter.signal.aborted && sent !== null) setPicture({ ...sent, phase: 'done' });
    } catch (error) {
      if (aborter.signal.aborted) return;
      clear();
      toastError(error);
    }
  }

  async function send(file: File, signal: AbortSignal): Promise<(SentPicture & { id: string }) | null> {
    const shrunk = await shrinkPicture(file);
    if (signal.aborted) return null;
    const sent = shrunk ?? file;
    if (sent.size > megabytesMax * 1024 * 1024) {
      clear();
      showToast('warn', t('verify.tooLarge', { megabytes: megabytesMax }));
      return null;
    }
    shown.current = shrunk === null ? null : URL.createObjectURL(shrunk);
    const picture = { preview: shown.current, name: file.name, bytes: sent.size };
    const onProgress = (share: number) => {
      if (!signal.aborted) setPicture({ ...picture, phase: 'sending', share });
    };
    onProgress(0);
    // The file's name on the phone may be private.
    const name = shrunk === null ? `${sentName}${/\.\w{2,5}$/.exec(file.name)?.[0] ?? ''}` : `${sentName}.jpg`;
    const { id } = await uploadImage(sent, name, { signal, onProgress });
    return { ...picture, id };
  }

  return { picture, take, clear };
}

export type PictureSlot = ReturnType<typeof usePictureUpload>;

function looksLikePicture(file: File): boolean {
  return file.type.startsWith('image/') || /\.(?:hei[cf]|jpe?g|png|webp)$/i.test(file.name);
}
