/** The page's side of {@link passedDecoders}: fetches pdf.js's decoders of JPEG 2000, JBIG2 and fax pictures from this origin. */
import jbig2Url from 'pdfjs-dist/wasm/jbig2.wasm?url';
import openjpegUrl from 'pdfjs-dist/wasm/openjpeg.wasm?url';
import { ports } from '../browser/ports.ts';

/** URLs by the file names that pdf.js asks for; `jbig2.wasm` decodes fax pictures as well. */
const URLS: Readonly<Record<string, string>> = { 'jbig2.wasm': jbig2Url, 'openjpeg.wasm': openjpegUrl };

/** Sends a requested decoder through the port: its bytes; null for an unknown name, or if they can't be fetched. */
export async function passDecoder(name: string, port: MessagePort | undefined): Promise<void> {
  const url = URLS[name];
  const response = url ? await ports.fetch(url).catch(() => null) : null;
  port?.postMessage(response?.ok ? await response.arrayBuffer().catch(() => null) : null);
}
