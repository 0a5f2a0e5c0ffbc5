import type { Browser } from 'playwright';
import { type SceneItem, widgetOptionsSchema } from '#shared/contract/overlay/widget.ts';
import { type OverlayView, openOverlayView } from '#tests/support/overlayView.ts';
import { samplePack, zipOf } from '#tests/support/samplePack.ts';
import type { Operator } from './operator.ts';

const place = (widget: string, y: number): SceneItem => ({
  widget,
  x: 0,
  y,
  width: 1080,
  height: 900,
  hidden: false,
});

/** A page with all votes and with effects from the host's own pack, which is open for the whole show. */
export class PackedScene {
  readonly #view: OverlayView;
  readonly #effects: string;
  readonly #pack: string;

  private constructor(view: OverlayView, effects: string, pack: string) {
    this.#view = view;
    this.#effects = effects;
    this.#pack = pack;
  }

  static async open(browser: Browser, operator: Operator): Promise<PackedScene> {
    const file = zipOf(samplePack());
    const part = { id: '', size: file.length, offset: 0, data: file.toString('base64') };
    const { pack } = await operator.call('packs.put', part);
    if (pack === null) throw new Error('the pack was not taken');
    const create = async (kind: 'totalVotes' | 'effects' | 'scene') =>
      (await operator.call('overlay.create', { kind, name: `Scene: ${kind}`, language: 'en' })).link;
    const [votes, effects, scene] = [
      await create('totalVotes'),
      await create('effects'),
      await create('scene'),
    ];
    const change = (link: typeof votes, options: object) =>
      operator.call('overlay.update', {
        id: link.id,
        name: link.name,
        changedAt: link.changedAt,
        options: widgetOptionsSchema.parse({ ...link.options, ...options }),
      });
    await change(effects, { style: pack.id });
    await change(scene, { items: [place(effects.id, 0), place(votes.id, 900)] });
    return new PackedScene(await openOverlayView(browser, scene.url), effects.id, pack.id);
  }

  get faults(): string[] {
    return this.#view.faults;
  }

  /** The numbers of all votes in the scene. */
  async texts(): Promise<string[]> {
    for (const frame of this.#view.page.frames()) {
      const texts = await frame.locator('.total .number').allTextContents();
      if (texts.length > 0) return texts.sort();
    }
    return [];
  }

  /** Tests an effect. Returns whether the scene plays it from the host's pack. */
  async playsItsPack(operator: Operator): Promise<boolean> {
    const test = { kind: 'level3', side: 'attacker' } as const;
    await operator.call('overlay.test', { id: this.#effects, test });
    const sets = await Promise.all(
      this.#view.page.frames().map((frame) => frame.locator(`.fx-set[data-look^="${this.#pack} "]`).count()),
    );
    await operator.call('overlay.test', { id: this.#effects, test: null });
    return sets.some((count) => count > 0);
  }
}
