/** The half of pdf.js that reads files; the package has no types for it. */
declare module 'pdfjs-dist/build/pdf.worker.mjs';
