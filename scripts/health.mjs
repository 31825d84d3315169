// Health check of a container or unit: ends with 0 if the process in it answers that it is alive.
const host = /^(|0\.0\.0\.0|::)$/.test(process.env.HOST ?? '') ? '127.0.0.1' : process.env.HOST;
const address = `http://${host.includes(':') ? `[${host}]` : host}:${process.env.PORT ?? 8080}/healthz`;
try {
  const answer = await fetch(address, { signal: AbortSignal.timeout(3_000) });
  process.exitCode = answer.ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
