// Set-up file of every test: ends a worker whose runner is gone. A hanging test would keep it, and the programs that it
// guards, until its own time limit.

const mark = Symbol.for('candor.endsWithRunner');

if (!(mark in process)) {
  Object.defineProperty(process, mark, { value: true });
  process.once('disconnect', () => process.exit(1));
}
