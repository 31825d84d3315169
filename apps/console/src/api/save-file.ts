/** Starts the browser's download of a file. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has read the URL by then.
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}
