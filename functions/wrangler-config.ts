/** Reads the workers' configurations, changes them as objects, and writes JSON copies. No other module does that. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parse } from 'smol-toml';
import type { Unstable_Config, Unstable_RawConfig } from 'wrangler';

const ROOT = resolve(import.meta.dirname, '..');

export const GATEWAY_CONFIG = 'wrangler.toml';
export const ADMIN_CONFIG = 'functions/admin/wrangler.toml';
export const DESK_CONFIG = 'functions/desk/wrangler.toml';

/** As written in the file: named environments are below `env` and inherit nothing yet. */
export type RawConfig = Unstable_RawConfig;

type WithPaths = Pick<RawConfig, 'main' | 'assets' | 'd1_databases'>;

/** Reads a configuration and makes its paths absolute, so that a copy may be anywhere. @param file below `root` */
export function readConfig(file: string, root = ROOT): RawConfig {
  const path = join(root, file);
  const config = parse(readFileSync(path, 'utf8')) as RawConfig;
  for (const section of [config, ...Object.values(config.env ?? {})]) makePathsAbsolute(section, dirname(path));
  return config;
}

function makePathsAbsolute(section: WithPaths, folder: string): void {
  if (section.main) section.main = resolve(folder, section.main);
  if (section.assets?.directory) section.assets.directory = resolve(folder, section.assets.directory);
  for (const database of section.d1_databases ?? []) {
    if (database.migrations_dir) database.migrations_dir = resolve(folder, database.migrations_dir);
  }
}

/** True for the id of a database that is not created yet: zeros in wrangler.toml. */
export const isPlaceholderId = (id = ''): boolean => /^(?:0{8}-|$)/.test(id);

/** A configuration as wrangler resolves it for an environment. */
export async function readEnvironment(file: string, environment: string, root = ROOT): Promise<Unstable_Config> {
  // Imported here, since that takes two seconds, which most commands need not wait for.
  const { unstable_readConfig } = await import('wrangler');
  return unstable_readConfig({ config: join(root, file), env: environment }, { hideWarnings: true });
}

export function readCopy(path: string): RawConfig {
  return JSON.parse(readFileSync(path, 'utf8')) as RawConfig;
}

/** Writes a copy for wrangler. @returns its path */
export function writeConfig(path: string, config: RawConfig): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(config, null, 2));
  return path;
}
