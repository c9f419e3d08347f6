// Runs `kaeshi gtp` with a delay before each move, so that a tournament lasts long enough to be watched. Usage: node
// slow-player.mjs MS PROGRAM ARGS…
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const [ms, program, ...args] = process.argv.slice(2);
const engine = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
engine.on('exit', (code) => process.exit(code ?? 1));

let ready = Promise.resolve();
createInterface({ input: process.stdin })
  .on('line', (line) => {
    const wait = /\bgenmove\b/.test(line) ? Number(ms) : 0;
    ready = ready.then(() => new Promise((done) => setTimeout(done, wait))).then(() => engine.stdin.write(`${line}\n`));
  })
  .on('close', () => ready.then(() => engine.stdin.end()));
engine.stdout.pipe(process.stdout);
