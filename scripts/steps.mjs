// Runs other programs so that the person waiting can see what is going on, and stops them when we are stopped.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

const heartbeatMs = 5_000;
const running = new Set();

export function seconds(sinceMs) {
  const value = (performance.now() - sinceMs) / 1000;
  return value < 10 ? `${value.toFixed(1)} s` : `${Math.round(value)} s`;
}

/** Says what is done, shows its output, and speaks up every few seconds while it is silent. Rejects when it fails. */
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

/** A failure that has been explained on the screen: its message is enough, its stack is not wanted. */
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

/** Resolves to the exit code (or the signal) and everything printed. */
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
 * Ctrl-C and kill reach whatever we are waiting for, and we end after it: an npm that is still tidying up would fall
 * over the next one. Returns the way to stop doing so.
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
 * Under npm one Ctrl-C arrives twice: from the terminal and, a moment later, from npm. A server that takes a second
 * signal for impatience would cut its clean stop short, so it gets to hear only one a second.
 */
export function dropRepeatedSignals() {
  const emit = Reflect.get(process, 'emit');
  const heard = new Map();
  process.emit = function emitOnce(event, ...rest) {
    if (event in exitCodes) {
      const last = heard.get(event) ?? -repeatMs;
      heard.set(event, performance.now());
      if (performance.now() - last < repeatMs) return true;
    }
    return Reflect.apply(emit, this, [event, ...rest]);
  };
}

/** Runs a script's body: a StepError is told in one paragraph, anything else with its stack. */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    console.error(error instanceof StepError ? `\n${error.message}` : error);
    process.exit(1);
  }
}
