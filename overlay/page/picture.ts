/**
 * The address of a picture that the hub names by its path; a page shows no picture of anywhere else, because a
 * stream must not tell a stranger's server that it is on air. Drawn ones of the sample come with their data.
 */
export function pictureAddress(path: string, page: string): string {
  if (path === '') return '';
  if (/^data:image\/(svg\+xml|png|jpeg|webp|gif)[;,]/.test(path)) return path;
  try {
    const url = new URL(path, page);
    return url.origin === new URL(page).origin && /^https?:$/.test(url.protocol) ? url.href : '';
  } catch {
    return '';
  }
}
