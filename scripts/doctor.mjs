// npm run doctor: what is unsafe, unreachable, out of date or nearly full. Installs, builds and changes nothing.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { endQuietly } from './quiet-pipe.mjs';
import { nodeProblem } from './requirements.mjs';
import { root } from './steps.mjs';

endQuietly();

const server = join(root, 'apps', 'server', 'dist', 'main.js');
const tooOld = nodeProblem(process.version);

if (tooOld) {
  console.log(`NODE: ${tooOld}`);
  process.exitCode = 1;
} else if (existsSync(server) && existsSync(join(root, 'node_modules'))) {
  const { isBuildCurrent } = await import('./build.mjs');
  if (isBuildCurrent()) {
    process.chdir(root);
    process.env.NODE_ENV ??= 'production';
    process.argv.push('--doctor');
    await import(pathToFileURL(server).href);
  } else {
    // An older build may not know the doctor, and would start the server.
    console.log(
      'BUILD: The build is older than the sources.\n  Remedy: npm run build, start Candor again, then run this again.',
    );
    process.exitCode = 1;
  }
} else {
  console.log('Candor is not installed and built here. Run npm start once, then this again.');
  process.exitCode = 2;
}
