/** 128 + 13, the number of SIGPIPE: what a shell reports of a program that was ended by it. */
export const outputGoneCode = 141;

interface Output {
  on(event: 'error', listener: (error: Error & { code?: string }) => void): unknown;
}

/**
 * Ends the program without a word when the reader of its output has gone, as `| head` does (R-LOG-38); any other error of an
 * output fails. Once only: the words of an ending would meet the same error.
 */
export function endQuietly(
  outputs: readonly Output[],
  { end, fail }: { readonly end: () => void; readonly fail: (error: Error) => void },
): void {
  let hasEnded = false;
  for (const output of outputs)
    output.on('error', (error) => {
      if (hasEnded) return;
      hasEnded = true;
      if (error.code === 'EPIPE') end();
      else fail(error);
    });
}
