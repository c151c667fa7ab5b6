/** A change was not confirmed; its message says why. */
class NotConfirmed extends Error {}

/**
 * Makes the `confirm` of an operator: asks in the terminal; `--yes` skips the question. Before a change of a deployed portal its
 * environment has to be typed, too.
 * @param place environment of a deployed portal, such as `production`; null for the local one
 * @param ask null without a terminal
 */
export function confirmation(
  { yes, place }: { yes: boolean; place: string | null },
  ask: ((question: string) => Promise<string>) | null,
) {
  return async (question: string, expected = place ?? 'yes'): Promise<void> => {
    if (yes) return;
    const asked = place === null ? question : `This changes the portal that people use (${place}). ${question}`;
    if (!ask) throw new NotConfirmed(`${asked} There is no terminal to confirm it in; add --yes.`);
    const words = new Set(place === null ? [expected] : [expected, place]);
    for (const [index, word] of [...words].entries()) {
      const answer = await ask(`${index === 0 ? `${asked} ` : ''}To go on, type "${word}": `);
      if (answer.trim().toLowerCase() !== word.toLowerCase()) throw new NotConfirmed('Nothing was changed.');
    }
  };
}
