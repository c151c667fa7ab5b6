declare module '*?inline' {
  const dataUrl: string;
  export default dataUrl;
}

/** The contents of files by path, as far as the tests use them. */
interface ImportMeta {
  glob<Content>(pattern: string, options: { query: string; import: 'default'; eager: true }): Record<string, Content>;
}
