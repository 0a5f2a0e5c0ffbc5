declare module '#locales/*.json?part=first' {
  const texts: Record<string, string>;
  export default texts;
}
