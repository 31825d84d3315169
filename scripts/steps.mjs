// Runs other programs, shows their progress, and stops them when this process is stopped.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

const heartbeatMs = 5_000;
const running = new Set();

export function seconds(sinceMs) {
  const value = (performance.now() - sinceMs) / 1000;
  return value < 10 ? `${value.toFixed(1)} s` : `${Math.round(value)} s`;
}

/** Runs a program under a title, shows its output, and prints a line every few seconds while it is silent. Rejects if it fails. */
export async function step(title, command, args, options = {}) {
  const began = performance.now();
  console.log(`${title} …`);
  const heartbeat = silence(() => console.log(`  … ${title}: still at work after ${seconds(began)}`));
  try {
    const { code, output } = await run(command, args, {
      ...options,
      onOutput(chunk) {
        heartbeat.reset();
        if (!options.isQuiet) process.stdout.write(chunk);
      },
    });
    if (code === 0) {
      console.log(`  ${title}: done in ${seconds(began)}`);
      return;
    }
    if (options.isQuiet) process.stderr.write(output);
    throw new StepError(`${title} failed (${command} ended with ${code}).`);
  } finally {
    heartbeat.end();
  }
}

/** A failure with a message for the user; its stack is not printed. */
export class StepError extends Error {}

function silence(speak) {
  let timer = setInterval(() => speak(), heartbeatMs);
  return {
    reset() {
      clearInterval(timer);
      timer = setInterval(() => speak(), heartbeatMs);
    },
    end: () => clearInterval(timer),
  };
}

/** Runs a program. Resolves to its exit code or signal, and its output. */
export function run(command, args, { cwd = root, env = process.env, onOutput, inherit = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: ['ignore', ...(inherit ? ['inherit', 'inherit'] : ['pipe', 'pipe'])],
    });
    running.add(child);
    let output = '';
    const take = (chunk) => {
      output += chunk;
      onOutput?.(chunk);
    };
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
    child.once('error', (error) => {
      running.delete(child);
      resolve({ code: error.code ?? 'error', output: `${output}${error.message}\n` });
    });
    child.once('close', (code, signal) => {
      running.delete(child);
      resolve({ code: code ?? signal, output });
    });
  });
}

const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
const stopPatienceMs = 5_000;

/**
 * Passes Ctrl-C and kill on to the running programs and ends after them: an npm that still removes files would break the
 * next one. Returns the function that undoes this.
 */
export function stopChildrenWithUs() {
  const stop = (signal) => {
    const ended = [...running].map((child) => new Promise((resolve) => child.once('close', resolve)));
    for (const child of running) child.kill(signal);
    setTimeout(() => {
      for (const child of running) child.kill('SIGKILL');
    }, stopPatienceMs);
    void Promise.all(ended).then(() => process.exit(exitCodes[signal]));
  };
  for (const signal of Object.keys(exitCodes)) process.on(signal, stop);
  return () => {
    for (const signal of Object.keys(exitCodes)) process.off(signal, stop);
  };
}

const repeatMs = 1_000;

/**
 * Drops signals that repeat within a second. Under npm one Ctrl-C arrives twice, from the terminal and from npm, and a
 * server takes the second signal as the order to end at once.
 */
export function dropRepeatedSignals() {
  const emit = Reflect.get(process, 'emit');
  const seen = new Map();
  process.emit = function emitOnce(event, ...rest) {
    if (event in exitCodes) {
      const last = seen.get(event) ?? -repeatMs;
      seen.set(event, performance.now());
      if (performance.now() - last < repeatMs) return true;
    }
    return Reflect.apply(emit, this, [event, ...rest]);
  };
}

/** Runs the body of a script: prints the message of a StepError, and any other error with its stack. */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    console.error(error instanceof StepError ? `\n${error.message}` : error);
    process.exit(1);
  }
}
