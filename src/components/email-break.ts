/** Lets a long e-mail address in an element wrap before its "@", not within its domain. */
export function breakBeforeDomain({ firstChild }: HTMLElement): void {
  if (!(firstChild instanceof Text)) return;
  const at = firstChild.data.indexOf('@');
  if (at > 0) firstChild.splitText(at).before(document.createElement('wbr'));
}
