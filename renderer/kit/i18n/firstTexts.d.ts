declare module '#locales/*.json?texts=first' {
  const texts: Record<string, string>;
  export default texts;
}
