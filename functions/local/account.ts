/**
 * The Cloudflare account that a command works on: printed before any question, and chosen by the operator if the sign-in has
 * several.
 */
import { askInTerminal } from '../command-line.ts';
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
  const chosen = configured === '' ? await choose(accounts) : accounts.find(({ id }) => id === configured);
  if (!chosen)
    await exitWithError(
      `The account is set to ${configured}, and this sign-in has ${formatAccounts(accounts)}. Correct CLOUDFLARE_ACCOUNT_ID or account_id of wrangler.toml, or sign in as another user. Nothing was changed.`,
    );
  process.env.CLOUDFLARE_ACCOUNT_ID = chosen?.id;
  printLine(`Account: ${chosen?.name} (${chosen?.id})`);
}

/** The accounts of the sign-in, or of the token. */
async function listAccounts(): Promise<Account[]> {
  const { code, output, stdout } = await run(wrangler('whoami', '--json'));
  const listed = code === 0 ? stdout.slice(stdout.indexOf('{')) : '{}';
  const { accounts = [] }: { accounts?: Account[] } = JSON.parse(listed);
  if (accounts.length > 0) return accounts;
  return exitWithError('Could not list the accounts: see the output above. To sign in: npx wrangler login', output);
}

const formatAccounts = (accounts: readonly Account[]) => accounts.map(({ id, name }) => `${name} (${id})`).join(', ');

async function choose(accounts: readonly Account[]): Promise<Account | undefined> {
  if (accounts.length < 2) return accounts[0];
  if (!process.stdin.isTTY)
    return exitWithError(
      `This sign-in has several accounts: ${formatAccounts(accounts)}. Set CLOUDFLARE_ACCOUNT_ID to one of them. Nothing was changed.`,
    );
  for (const [nth, { id, name }] of accounts.entries()) printLine(`  ${nth + 1}  ${name} (${id})`);
  const answer = await askInTerminal('Which account? Type its number: ');
  return (
    accounts[Number(answer) - 1] ??
    exitWithError(`There is no account with the number "${answer}". Nothing was changed.`)
  );
}
