/** What an input method wrote in wide letters and figures (１２３ａ＠), as it is meant where only plain ones fit. */
export function narrow(text: string): string {
  return text.replaceAll(/[！-～]/g, (wide) => wide.normalize('NFKC'));
}
