/**
 * The workers' configurations: read from wrangler.toml, changed as objects, and written as JSON copies for other places. Rule:
 * no other module parses or edits them.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parse } from 'smol-toml';
import type { Unstable_Config, Unstable_RawConfig } from 'wrangler';

const ROOT = resolve(import.meta.dirname, '..');

export const GATEWAY_CONFIG = 'wrangler.toml';
export const ADMIN_CONFIG = 'functions/admin/wrangler.toml';
export const DESK_CONFIG = 'functions/desk/wrangler.toml';

/** As it is written: named environments stand below `env`, and inherit nothing yet. */
export type RawConfig = Unstable_RawConfig;

/** The part of a configuration that may hold paths. */
type WithPaths = Pick<RawConfig, 'main' | 'assets' | 'd1_databases'>;

/**
 * Reads a configuration as it is written. Paths in it become absolute, so that a copy may stand anywhere.
 * @param file below `root`
 */
export function readConfig(file: string, root = ROOT): RawConfig {
  const path = join(root, file);
  const config = parse(readFileSync(path, 'utf8')) as RawConfig;
  for (const part of [config, ...Object.values(config.env ?? {})]) makePathsAbsolute(part, dirname(path));
  return config;
}

function makePathsAbsolute(part: WithPaths, folder: string): void {
  if (part.main) part.main = resolve(folder, part.main);
  if (part.assets?.directory) part.assets.directory = resolve(folder, part.assets.directory);
  for (const database of part.d1_databases ?? []) {
    if (database.migrations_dir) database.migrations_dir = resolve(folder, database.migrations_dir);
  }
}

/** A configuration as wrangler reads it for an environment, with everything that the environment inherits. */
export async function readEnvironment(file: string, environment: string, root = ROOT): Promise<Unstable_Config> {
  // Takes two seconds to load, which most commands need not wait for.
  const { unstable_readConfig } = await import('wrangler');
  return unstable_readConfig({ config: join(root, file), env: environment }, { hideWarnings: true });
}

/** Reads what {@link writeConfig} has written. */
export function readCopy(path: string): RawConfig {
  return JSON.parse(readFileSync(path, 'utf8')) as RawConfig;
}

/** Writes a copy that wrangler reads. @returns its path */
export function writeConfig(path: string, config: RawConfig): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(config, null, 2));
  return path;
}
