/** Opens the print dialog. @param route shows the same as this page on any device; by default the page's own */
export function printPage(route?: string): void {
  // Most browsers print without that script.
  import('./hand-over.ts').then(({ printHere }) => printHere(route)).catch(() => print());
}
