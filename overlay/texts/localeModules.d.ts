declare module '#locales/*.json?part=overlay' {
  const texts: Record<string, string>;
  export default texts;
}
