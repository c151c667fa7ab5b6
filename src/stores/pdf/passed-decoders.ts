/** pdf.js's decoders (WebAssembly) where nothing may be fetched: the page fetches and passes them once a picture needs one. */
import type { PDFPageProxy } from 'pdfjs-dist';

/** The page answers through the port that comes with the message. */
export interface DecoderRequest {
  /** File name. */
  decoder: string;
}

/** @param ask passes a request to the page */
export function passedDecoders(ask: (request: DecoderRequest, port: MessagePort) => void) {
  let missing = 0;
  return {
    /** How often a decoder was missing, because the page has no connection or the browser no WebAssembly. */
    missing: () => missing,
    /** For pdf.js's `getDocument`. */
    BinaryDataFactory: class {
      fetch = async ({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> => {
        if (kind !== 'wasmUrl') throw new Error(`${filename} is not a decoder`);
        const { port1, port2 } = new MessageChannel();
        const passed = new Promise<ArrayBuffer | null>((resolve) => {
          port1.onmessage = ({ data }) => resolve(data);
        });
        ask({ decoder: filename }, port2);
        try {
          const bytes = new Uint8Array((await passed) ?? []);
          await WebAssembly.compile(bytes);
          return bytes;
        } catch (error) {
          missing += 1;
          throw error;
        } finally {
          port1.close();
        }
      };
    },
  };
}

/** True when a picture of a page that was drawn could not be decoded: pdf.js draws the page without it. */
export function lacksPicture({ objs, commonObjs }: PDFPageProxy): boolean {
  return [...objs, ...commonObjs].some(([id, content]) => String(id).includes('img_') && content === null);
}
