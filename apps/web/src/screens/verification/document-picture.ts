import { useEffect, useRef, useState } from 'react';
import { uploadImage } from '../../data/api.ts';
import { t } from '../../i18n/text.ts';
import { shrinkPicture } from '../../platform/picture.ts';
import { showToast } from '../../ui/toast.ts';
import { toastError } from '../../widgets/toast-error.ts';

/** One side of the document, on its way from the camera to the server. Lives in memory only. */
export type DocumentPicture =
  | { readonly phase: 'empty' }
  | { readonly phase: 'preparing' }
  | { readonly phase: 'sending'; readonly preview: string | null; readonly share: number }
  | { readonly phase: 'done'; readonly preview: string | null; readonly id: string };

/** As much as the server takes. */
const megabytesMax = 5;
const empty: DocumentPicture = { phase: 'empty' };

/** Takes a file, shrinks it, sends it; what fails leaves the place empty again. A newer file, or leaving, takes it back. */
export function useDocumentPicture() {
  const [picture, setPicture] = useState<DocumentPicture>(empty);
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
      const id = await send(file, aborter.signal);
      if (!aborter.signal.aborted && id !== null) setPicture({ phase: 'done', preview: shown.current, id });
    } catch (error) {
      if (aborter.signal.aborted) return;
      clear();
      toastError(error);
    }
  }

  async function send(file: File, signal: AbortSignal): Promise<string | null> {
    const shrunk = await shrinkPicture(file);
    if (signal.aborted) return null;
    const sent = shrunk ?? file;
    if (sent.size > megabytesMax * 1024 * 1024) {
      clear();
      showToast('warn', t('verify.tooLarge', { megabytes: megabytesMax }));
      return null;
    }
    shown.current = shrunk === null ? null : URL.createObjectURL(shrunk);
    const onProgress = (share: number) => {
      if (!signal.aborted) setPicture({ phase: 'sending', preview: shown.current, share });
    };
    onProgress(0);
    // The name on the phone may say more than its owner wants to tell.
    const name = shrunk === null ? `document${/\.\w{2,5}$/.exec(file.name)?.[0] ?? ''}` : 'document.jpg';
    return (await uploadImage(sent, name, { signal, onProgress })).id;
  }

  return { picture, take, clear };
}

export type DocumentSlot = ReturnType<typeof useDocumentPicture>;

function looksLikePicture(file: File): boolean {
  return file.type.startsWith('image/') || /\.(?:hei[cf]|jpe?g|png|webp)$/i.test(file.name);
}
