import type { WitnessCaller } from '../../ports/transparency-log.ts';

const timeMaxMs = 3_000;
/** Signature lines of one witness are shorter. */
const answerMax = 4_096;

/** Asks a witness over HTTP, for at most 3 s. Rejects if it does not answer, or with more than 4 KB. */
export const callWitness: WitnessCaller = async (url, body) => {
  const answer = await fetch(`${url}/add-checkpoint`, {
    method: 'POST',
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(timeMaxMs),
  });
  let text = '';
  const decoder = new TextDecoder();
  for await (const part of answer.body ?? []) {
    text += decoder.decode(part as Uint8Array, { stream: true });
    if (text.length > answerMax) throw new Error(`it answers more than ${answerMax} bytes`);
  }
  return { status: answer.status, text };
};
