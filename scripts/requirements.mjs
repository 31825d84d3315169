// Checks before anything is installed or built. Uses only Node's own modules, and syntax that an old Node can read.
import { createServer } from 'node:net';

const nodeNeeded = [20, 19];

/** Returns why this Node is too old, or undefined. */
export function nodeProblem(version) {
  const [major, minor] = version.replace(/^v/, '').split('.').map(Number);
  if (major > nodeNeeded[0] || (major === nodeNeeded[0] && minor >= nodeNeeded[1])) return undefined;
  return `Candor needs Node ${nodeNeeded.join('.')} or newer, and this is Node ${version}. Get a newer one from https://nodejs.org, then run the same command again.`;
}

/** Returns why the server could not listen on the port, or undefined. */
export async function portProblem(port, host) {
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    return `PORT must be a whole number up to 65535. Choose one, for example: PORT=8081 npm start`;
  }
  const code = await listenError(port, host);
  if (code === 'EADDRINUSE') {
    return `Port ${port} is already in use by another program (perhaps by a Candor that is already running: http://localhost:${port}). Stop that program, or choose another port, for example: PORT=${port + 1} npm start`;
  }
  if (code === 'EACCES') {
    return `Port ${port} may only be used by root on this machine. Choose one above 1023, for example: PORT=8080 npm start`;
  }
  if (code) return `Cannot listen on ${host}, port ${port} (${code}). Check HOST and PORT.`;
  return undefined;
}

/** Returns the address for all interfaces; IPv4 only if the machine has no IPv6. */
export async function hostToListenOn(chosen) {
  if (chosen) return chosen;
  const code = await listenError(0, '::');
  return code === 'EAFNOSUPPORT' || code === 'EADDRNOTAVAIL' ? '0.0.0.0' : '::';
}

function listenError(port, host) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error) => resolve(error.code ?? String(error)));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(undefined)));
  });
}
