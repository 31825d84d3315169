import { parentPort } from 'node:worker_threads';

// Runs one world after another; each job names its bundle.

parentPort.on('message', (asked) => void answer(asked));

async function answer({ bundle, job }) {
  try {
    const { runJob } = await import(bundle);
    parentPort.postMessage({ report: await runJob(job) }, []);
  } catch (error) {
    parentPort.postMessage({ error: error.stack ?? String(error) }, []);
  }
}
