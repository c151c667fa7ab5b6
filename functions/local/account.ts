/** The Cloudflare account that a command works on: named before any question. */
import { wrangler } from './deployment-steps.ts';
import { exitWithError, printLine, run } from './machine.ts';

interface Account {
  id: string;
  name: string;
}

/**
 * Sets CLOUDFLARE_ACCOUNT_ID for all commands that follow, and prints the account. If a choice is needed and there is no
 * terminal, the command ends.
 * @param configured `account_id` of wrangler.toml, which wrangler prefers
 */
export async function chooseAccount(configured = process.env.CLOUDFLARE_ACCOUNT_ID ?? ''): Promise<void> {
  const accounts = await listAccounts();
  const named = accounts.map(({ id, name }) => `${name} (${id})`).join(', ');
  const [chosen, other] = configured === '' ? accounts : accounts.filter(({ id }) => id === configured);
  if (!chosen)
    return exitWithError(
      `The account is set to ${configured}, and this sign-in has ${named}. Correct CLOUDFLARE_ACCOUNT_ID or account_id of wrangler.toml, or sign in as another user. Nothing was changed.`,
    );
  if (other)
    return exitWithError(
      `This sign-in has several accounts: ${named}. Set CLOUDFLARE_ACCOUNT_ID to one of them. Nothing was changed.`,
    );
  process.env.CLOUDFLARE_ACCOUNT_ID = chosen.id;
  printLine(`Account: ${chosen.name} (${chosen.id})`);
}

/** The accounts of the sign-in, or of the token. */
async function listAccounts(): Promise<Account[]> {
  const { code, output, stdout } = await run(wrangler('whoami', '--json'));
  const listed = code === 0 ? stdout.slice(stdout.indexOf('{')) : '{}';
  const { accounts = [] }: { accounts?: Account[] } = JSON.parse(listed);
  if (accounts.length > 0) return accounts;
  return exitWithError('Could not list the accounts: see the output above. To sign in: npx wrangler login', output);
}
