export interface Picture {
  file: string;
  screen: string;
  amount: string;
  language: string;
  theme: string;
  size: string;
}

/** An HTML page with all pictures; a row for each screen, amount of data and size. */
export function indexPage(pictures: readonly Picture[]): string {
  const groups = new Map<string, Picture[]>();
  for (const picture of pictures) {
    const title = `${picture.screen} · ${picture.amount} · ${picture.size}`;
    groups.set(title, [...(groups.get(title) ?? []), picture]);
  }
  const sections = [...groups].map(
    ([title, members]) => `<h2>${title}</h2><div>${members.map(figure).join('')}</div>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>Ringside screenshots</title>
<style>
body { font: 14px system-ui; background: #202124; color: #eee; }
div { display: flex; flex-wrap: wrap; gap: 12px; }
figure { margin: 0; } img { max-width: 620px; max-height: 460px; display: block; }
</style>${sections.join('\n')}
`;
}

function figure({ file, language, theme }: Picture): string {
  return `<figure><a href="${file}"><img loading="lazy" src="${file}" alt="${file}"></a><figcaption>${language}, ${theme}</figcaption></figure>`;
}
