import type { Ref } from 'react';

interface FileInputProps {
  readonly ref: Ref<HTMLInputElement>;
  /** True to open the camera, if there is one. */
  readonly isCamera?: boolean;
  readonly onFile: (file: File) => Promise<void>;
}

/** The device's dialog to take or choose one picture; hidden, and opened by a button. */
export function FileInput({ ref, isCamera = false, onFile }: FileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      accept="image/*,.heic,.heif"
      capture={isCamera ? 'environment' : undefined}
      hidden
      onChange={(event) => {
        const [file] = event.currentTarget.files ?? [];
        // Allows the same file to be chosen again.
        event.currentTarget.value = '';
        if (file !== undefined) void onFile(file);
      }}
    />
  );
}
