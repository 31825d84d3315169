// Ends a command quietly when the reader of its output has gone, as `| head` does: with 128 + 13, the number of SIGPIPE.
export function endQuietly() {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error) => {
      if (error.code !== 'EPIPE') throw error;
      process.exit(141);
    });
}
