/** What the desk is given from outside; settings.ts checks it. */
import type { AdminEnv } from '../../admin/runtime/env.ts';

export interface DeskEnv extends Omit<AdminEnv, 'MAIL'> {
  ASSETS: Fetcher;
  /** Who signs the tokens: `https://<team>.cloudflareaccess.com`. */
  ACCESS_ISSUER: string;
  /** The audience tag of the Access application. */
  ACCESS_AUDIENCE: string;
  /** Groups that have a role, apart by commas. */
  ROLE_READ: string;
  ROLE_DECIDE: string;
  ROLE_ISSUE: string;
  ROLE_ERASE: string;
  /** "yes": whoever approved an application neither issues nor revokes its visa. */
  FOUR_EYES: string;
  /** IANA name of the zone in which times are shown, such as `Asia/Tashkent`. */
  TIME_ZONE: string;
}
