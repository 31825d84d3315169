import { spawn } from 'node:child_process';

/**
 * Waits for the end of its input, then stops the program `$1` if it still runs, and removes the folder `$2`. SIGINT ends
 * PostgreSQL at once, where SIGTERM waits for its sessions; SIGKILL follows after `$3` tenths of a second.
 */
const watch = `
  read -r word
  [ "$word" = released ] && exit 0
  kill -INT "$1" 2>/dev/null
  tries=0
  while kill -0 "$1" 2>/dev/null; do
    tries=$((tries + 1))
    [ "$tries" -eq "$3" ] && kill -KILL "$1" 2>/dev/null
    sleep 0.1
  done
  [ -z "$2" ] || rm -rf "$2"`;

/**
 * Stops a program and removes its folder if this process ends first, even by SIGKILL, so that an interrupted test run
 * leaves no server behind; a program that does not stop is killed after `killAfterS` seconds. Returns a function that
 * releases the guard; call it once both are gone.
 */
export function guard(pid: number, folder: string | null, killAfterS = 10): () => void {
  const watcher = spawn('sh', ['-c', watch, 'guard', String(pid), folder ?? '', String(killAfterS * 10)], {
    // A separate process group, so that Ctrl-C does not reach it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.unref();
  watcher.stdin.on('error', () => undefined);
  Reflect.get(watcher.stdin, 'unref')?.call(watcher.stdin);
  return () => watcher.stdin.end('released\n');
}
