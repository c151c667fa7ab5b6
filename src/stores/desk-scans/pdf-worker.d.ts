/** The half of pdf.js that reads files; it comes without types. */
declare module 'pdfjs-dist/build/pdf.worker.mjs';
