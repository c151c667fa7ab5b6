/** Names a page in print by the document's title, which browsers propose as the PDF's name, and in the header of each sheet. */

/** @param name read when printing starts, since a page may complete it @param signal ends the naming */
export function namePrints(name: () => string | undefined, signal: AbortSignal): void {
  const { title } = document;
  let header: CSSStyleSheet | undefined;
  const begin = () => {
    document.title = name() ?? title;
    header = new CSSStyleSheet();
    // A JSON string is a CSS string too: titles have neither line breaks nor control characters.
    header.replaceSync(`@page { @top-left { content: ${JSON.stringify(document.title)} } }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, header];
  };
  const end = () => {
    document.title = title;
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== header);
  };
  addEventListener('beforeprint', begin, { signal });
  addEventListener('afterprint', end, { signal });
}
