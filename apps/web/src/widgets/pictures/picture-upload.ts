import { useEffect, useRef, useState } from 'react';
import { uploadImage } from '../../data/api.ts';
import { t } from '../../i18n/text.ts';
import { shrinkPicture } from '../../platform/picture.ts';
import { showToast } from '../../ui/toast.ts';
import { toastError } from '../../widgets/toast-error.ts';

interface SentPicture {
  /** Null where this browser cannot show it. */
  readonly preview: string | null;
  /** As its owner calls it: shown to nobody else, and never sent. */
  readonly name: string;
  /** What is sent of it. */
  readonly bytes: number;
}

/** A picture on its way from the camera to the server. Lives in memory only. */
export type Picture =
  | { readonly phase: 'empty' }
  | { readonly phase: 'preparing' }
  | (SentPicture & { readonly phase: 'sending'; readonly share: number })
  | (SentPicture & { readonly phase: 'done'; readonly id: string });

/** As much as the server takes. */
const megabytesMax = 5;
const empty: Picture = { phase: 'empty' };

/**
 * Takes a file, shrinks it, sends it; what fails leaves the place empty again. A newer file, or leaving, takes it back.
 * It is sent under the name given here.
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

  // Leaving takes back what is under way, and forgets what was taken.
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
    // The name on the phone may say more than its owner wants to tell.
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
