declare module '*?inline' {
  const dataUrl: string;
  export default dataUrl;
}
