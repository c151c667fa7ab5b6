/** Opens the print dialog. @param route shows what this page does, on any device; by default the page's own */
export function printPage(route?: string): void {
  // Without the script, most browsers print.
  import('./hand-over.ts').then(({ printHere }) => printHere(route)).catch(() => print());
}
