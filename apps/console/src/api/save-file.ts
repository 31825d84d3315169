/** Hands a file to the browser's own downloads. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has taken hold of it by the next turn.
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}
