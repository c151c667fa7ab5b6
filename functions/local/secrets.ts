/** The secrets of the local workers. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './machine.ts';

/**
 * The files of the secrets, in the project's folder and in a portal's state. Secrets of sessions and links stay with the state
 * (`isKept`), so that another checkout keeps them; the secret of another admin host is a setting of the project.
 */
const SECRETS = [
  { file: '.dev.vars', stateFile: 'gateway/.dev.vars', name: 'BIND_SECRET', isKept: true },
  { file: '.dev.vars', stateFile: 'gateway/.dev.vars', name: 'HOST_SECRET', isKept: false },
  { file: 'functions/admin/.dev.vars', stateFile: 'admin/.dev.vars', name: 'FILES_SECRET', isKept: true },
];

export function ensureSecrets(): void {
  for (const { file, name } of SECRETS) {
    const path = join(ROOT, file);
    if (!readSecret(path, name)) writeSecret(path, name, randomBytes(32).toString('base64url'));
  }
}

/** Gives a state its secrets: its own, else those of the project's folder. @param state an existing folder */
export function ensureStateSecrets(state: string): void {
  for (const { file, stateFile, name, isKept } of SECRETS) {
    const path = join(state, stateFile);
    const secret = readSecret(join(ROOT, file), name) ?? '';
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const own = readSecret(path, name);
    if (own === undefined || (!isKept && own !== secret)) writeSecret(path, name, secret);
  }
}

const secretLine = (name: string) => new RegExp(`^${name}[ \\t]*=[ \\t]*"?([^"\\n]+)"?.*$`, 'm');

function readSecret(path: string, name: string): string | undefined {
  return existsSync(path) ? secretLine(name).exec(readFileSync(path, 'utf8'))?.[1]?.trim() : undefined;
}

function writeSecret(path: string, name: string, secret: string): void {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const others = text.replace(new RegExp(`^${name}[ \\t]*=.*\\n?`, 'm'), '');
  const gap = others === '' || others.endsWith('\n') ? '' : '\n';
  writeFileSync(path, `${others}${gap}${name}="${secret}"\n`, { mode: 0o600 });
}
