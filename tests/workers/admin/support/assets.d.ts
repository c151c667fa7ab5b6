declare module '*?inline' {
  const dataUrl: string;
  export default dataUrl;
}

/** As far as the tests use it: the content of files, by path. */
interface ImportMeta {
  glob<Content>(pattern: string, options: { query: string; import: 'default'; eager: true }): Record<string, Content>;
}
