/** `npm run desk`: the operators' command line. Reads its arguments, runs one command, prints what it says. */
import { parseArgs } from 'node:util';
import { chooseLocale } from '../../../src/domain/i18n/negotiate.ts';
import { hasTables } from '../store/desk.ts';
import { wordsOf } from '../words.ts';
import { DeskRefusal, files, list, set, show, type Told, usage, visa } from './commands.ts';
import { demo } from './demo.ts';
import { refusalText, toldText } from './output.ts';
import { type Desk, openDesk } from './platform.ts';
import { RemoteUnreachable } from './remote.ts';
import { saveFiles } from './save-files.ts';

const t = wordsOf(chooseLocale({ browser: [process.env.LC_ALL ?? '', process.env.LANG ?? ''] }), 'desk');

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        remote: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        status: { type: 'string' },
        type: { type: 'string' },
        request: { type: 'string' },
        save: { type: 'string' },
        note: { type: 'string', default: '' },
        fields: { type: 'string', default: '' },
        from: { type: 'string', default: '' },
        to: { type: 'string', default: '' },
      },
    });
  } catch {
    throw usage(t);
  }
}

type Arguments = ReturnType<typeof readArguments>;

async function run(desk: Desk, { values, positionals }: Arguments): Promise<Told> {
  const [command, first, second] = positionals;
  if (command === 'list') return list(desk, t, { ...values, status: values.status ?? first });
  if (command === 'demo') return demo(desk, t);
  if (command === 'show' && first) return show(desk, t, first);
  if (command === 'files' && first) {
    const told = await files(desk, t, first);
    return values.save === undefined ? told : saveFiles(desk, t, told.data, values.save);
  }
  if (command === 'visa' && first) return visa(desk, t, first, values);
  if (command === 'set' && first && second) return set(desk, t, first, second, values.note, namesIn(values.fields));
  throw usage(t);
}

/** The names of a list such as `passport_date,file4`. */
function namesIn(list: string): string[] {
  return list.split(/[\s,]+/).filter(Boolean);
}

async function main(): Promise<void> {
  const given = readArguments();
  if (given.positionals.length === 0) throw usage(t);
  const desk = await openDesk(given.values.remote).catch((error: unknown) => {
    if (!(error instanceof RemoteUnreachable)) throw error;
    throw new DeskRefusal(t(error.problem, { detail: error.message }));
  });
  try {
    if (!(await hasTables(desk.env.DB))) throw new DeskRefusal(t(desk.remote ? 'remoteNoTables' : 'noState'));
    console.log(toldText(await run(desk, given), given.values.json));
  } finally {
    await desk.close();
  }
}

try {
  await main();
} catch (error) {
  if (!(error instanceof DeskRefusal)) throw error;
  console.error(refusalText(error.message, process.argv.includes('--json')));
  process.exitCode = 1;
}
