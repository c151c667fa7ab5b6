/** Finds a visa's code in typed or copied text. Separate from visa.ts: the public page loads it only for an unusual address. */

/** Length of a code of our host (`newVisaCode`). */
const CODE_LENGTH = 24;

/**
 * The code in a line such as "Code: 7K3M 9Q2X …", its groups joined by hyphens. Neighbouring words that have {@link CODE_LENGTH}
 * characters together are the code; of several such groups the shortest, then the last. Without such a group it is the longest
 * text between two signs, which may be another host's code. `''` without a Latin letter or digit.
 */
export function findVisaCode(text: string): string {
  // Without the normalization of typed answers, which the public page would have to load.
  const pieces = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .split(/[^\w\s\p{Pd}\u2212]+/u)
    .map((piece) => piece.split(/\W+/).filter(Boolean));
  const lengthOf = (words: readonly string[]) => words.join('').length;
  const codes = pieces.flatMap((words) =>
    words.flatMap((_, from) => {
      const ends = words.map((_, index) => words.slice(from, index + 1));
      return ends.filter((run) => lengthOf(run) === CODE_LENGTH);
    }),
  );
  const [shortest] = codes.reverse().sort((a, b) => a.length - b.length);
  const [longest = []] = pieces.sort((a, b) => lengthOf(b) - lengthOf(a));
  return (shortest ?? longest).join('-');
}
