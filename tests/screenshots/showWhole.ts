import type { Page } from 'playwright';

/**
 * Makes the window as high as its contents, so that one picture shows all. Waits until the height is stable, because
 * some contents load later.
 */
export async function showWhole(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      const work = document.querySelector('main');
      if (work === null) return false;
      work.scrollTo({ top: work.scrollHeight });
      const { height, looks = '0' } = work.dataset;
      work.dataset.height = String(work.scrollHeight);
      work.dataset.looks = height === work.dataset.height ? String(Number(looks) + 1) : '0';
      return Number(work.dataset.looks) >= 4;
    },
    null,
    { polling: 250 },
  );
  const work = page.getByRole('main');
  const hidden = () => work.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  for (let tries = 0; tries < 4 && (await hidden()) > 0; tries += 1) {
    const size = page.viewportSize();
    if (size !== null) await page.setViewportSize({ ...size, height: size.height + (await hidden()) });
  }
  await work.evaluate((element) => element.scrollTo({ top: 0 }));
}
