import type { Ref } from 'react';

interface FileInputProps {
  readonly ref: Ref<HTMLInputElement>;
  /** Straight to the camera, where there is one. */
  readonly isCamera?: boolean;
  readonly onFile: (file: File) => Promise<void>;
}

/** The device's own way to take or choose one picture; hidden, and opened by a button. */
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
        // The same file can be chosen once more.
        event.currentTarget.value = '';
        if (file !== undefined) void onFile(file);
      }}
    />
  );
}
