/** The interface to a browser that Playwright does not drive. Selectors are CSS and mean the first matching element. */
export interface OtherBrowser {
  /** Opens a URL and waits until it is loaded. */
  goto(address: string): Promise<void>;
  reload(): Promise<void>;
  /** Goes back in the tab's history; the page may still be loading then. */
  back(): Promise<void>;
  /** Runs a function in the page; arguments and result are JSON. */
  evaluate<Result, Given = undefined>(code: (given: Given) => Result | Promise<Result>, given?: Given): Promise<Result>;
  /** Clicks the middle of an element. */
  click(selector: string): Promise<void>;
  /** Types at the end of a field's value. */
  type(selector: string, text: string): Promise<void>;
  /** Chooses the option with this value. */
  select(selector: string, value: string): Promise<void>;
  /** Chooses a file of this machine. */
  upload(selector: string, path: string): Promise<void>;
  pressEscape(): Promise<void>;
  pressUndo(): Promise<void>;
  /** Clicks a place of the window, in CSS pixels from its top left corner. */
  clickAt(x: number, y: number): Promise<void>;
}
