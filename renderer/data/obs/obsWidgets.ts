import { z } from 'zod';
import { freeName } from '#renderer/data/presets/presetForm.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { fullPageFile, fullPageUrl, hasOwnSize, isOwnSizeFile } from '#shared/overlay/sourceSize.ts';
import { isNameTaken, type ObsClient } from './obsClient.ts';

/** The kind of OBS's browser source. It belongs to a plug-in that some builds of OBS lack. */
const BROWSER_SOURCE = 'browser_source';

/**
 * The key under which a source stores the widget's id. OBS keeps settings that it does not know, so the source is found
 * again after its link was replaced.
 */
const WIDGET_KEY = 'ringside_widget';

/** Frames a second of a widget. Effects have no more, and OBS without a GPU paints each frame of the page. */
export const SOURCE_FPS = 30;

/** Replaces OBS's own style sheet, which may differ: the page must be transparent and without scroll bars. */
const CSS = 'html,body{background:transparent;margin:0;overflow:hidden}';

/** A widget as OBS shows it. */
export interface ObsWidget {
  id: string;
  name: string;
  url: string;
  /** The path of the local page that waits for the desktop app; '' on the web. */
  file: string;
  /** The size of its browser source. */
  width: number;
  height: number;
  /** The size of its full page, which the sources of older links show. */
  page: { width: number; height: number };
  /** Where the widget is on its full page; null if it fills the page. */
  place: { x: number; y: number } | null;
}

/** A browser source that shows one of the host's widgets. */
export interface ObsSource {
  widgetId: string;
  /** The source's name in OBS. */
  name: string;
  /** The scenes that contain it, in OBS's order. */
  scenes: string[];
}

export interface ObsView {
  /** Scene names as OBS lists them, top first. */
  scenes: string[];
  /** The scene on air; '' if OBS names none. */
  current: string;
  sources: ObsSource[];
}

const sceneListSchema = z.object({
  currentProgramSceneName: z.string().nullable().default(''),
  scenes: z.array(z.object({ sceneName: z.string() })),
});
const inputListSchema = z.object({ inputs: z.array(z.object({ inputName: z.string() })) });
const inputSettingsSchema = z.object({
  inputSettings: z.looseObject({
    url: z.string().catch(''),
    local_file: z.string().catch(''),
    is_local_file: z.boolean().catch(false),
    [WIDGET_KEY]: z.string().catch(''),
  }),
});
const sceneItemsSchema = z.object({
  sceneItems: z.array(z.object({ sourceName: z.string(), sceneItemId: z.number() })),
});
const kindsSchema = z.object({ inputKinds: z.array(z.string()) });
const itemSchema = z.object({ sceneItemId: z.number() });
const videoSchema = z.object({ baseWidth: z.number().positive(), baseHeight: z.number().positive() });
const nothing = z.object({});

/** Reads the scenes of OBS, and the sources that show one of `widgets`. */
export async function readObs(client: ObsClient, widgets: readonly ObsWidget[]): Promise<ObsView> {
  const list = await client.request('GetSceneList', sceneListSchema);
  // OBS lists the bottom scene first.
  const scenes = list.scenes.map(({ sceneName }) => sceneName).reverse();
  const { inputs } = await client.request('GetInputList', inputListSchema, { inputKind: BROWSER_SOURCE });
  const found: ObsSource[] = [];
  for (const { inputName } of inputs) {
    const { inputSettings } = await client.request('GetInputSettings', inputSettingsSchema, { inputName });
    const widget = widgets.find((each) => shows(inputSettings, each));
    if (widget !== undefined) found.push({ widgetId: widget.id, name: inputName, scenes: [] });
  }
  if (found.length > 0) {
    for (const sceneName of scenes) {
      const { sceneItems } = await client.request('GetSceneItemList', sceneItemsSchema, { sceneName });
      for (const source of found)
        if (sceneItems.some(({ sourceName }) => sourceName === source.name)) source.scenes.push(sceneName);
    }
  }
  return { scenes, current: list.currentProgramSceneName ?? '', sources: found };
}

type InputSettings = z.infer<typeof inputSettingsSchema>['inputSettings'];

/** Whether a source with these settings shows the widget, in its own size or on a full page. */
function shows(settings: InputSettings, { id, url, file }: ObsWidget): boolean {
  return (
    settings[WIDGET_KEY] === id ||
    [url, fullPageUrl(url)].includes(settings.url) ||
    (file !== '' && [file, fullPageFile(file)].includes(settings.local_file))
  );
}

/**
 * Returns the widget as a source shows it: sources from older links stay full pages, so that they look as before. Such a
 * source keeps its local file.
 */
async function asShown(client: ObsClient, widget: ObsWidget, inputName: string): Promise<ObsWidget> {
  if (widget.place === null) return widget;
  const { inputSettings } = await client.request('GetInputSettings', inputSettingsSchema, { inputName });
  const { url, local_file: file, is_local_file: isFile } = inputSettings;
  if (isFile ? isOwnSizeFile(file) : hasOwnSize(searchOf(url))) return widget;
  return { ...widget, ...widget.page, url: fullPageUrl(widget.url), file: isFile ? file : '', place: null };
}

const searchOf = (url: string): string => (URL.canParse(url) ? new URL(url).search : '');

/**
 * Adds a widget to a scene as a browser source of its own size, where the widget is on a full page that fits OBS's canvas.
 * @throws RingsideError obs.noBrowserSource
 */
export async function addToScene(client: ObsClient, widget: ObsWidget, sceneName: string): Promise<void> {
  const { inputKinds } = await client.request('GetInputKindList', kindsSchema, {});
  if (!inputKinds.includes(BROWSER_SOURCE)) throw new RingsideError('obs.noBrowserSource');
  const sceneItemId = await createInput(client, widget, sceneName);
  await placeOnCanvas(client, widget, { sceneName, sceneItemId });
}

async function createInput(client: ObsClient, widget: ObsWidget, sceneName: string): Promise<number> {
  const { inputs } = await client.request('GetInputList', inputListSchema, {});
  const { scenes } = await client.request('GetSceneList', sceneListSchema);
  // Sources, scenes and groups share their names in OBS.
  const taken = [...inputs.map(({ inputName }) => inputName), ...scenes.map((scene) => scene.sceneName)];
  for (let attempt = 0; ; attempt += 1) {
    const inputName = freeName(widget.name, taken);
    try {
      const made = await client.request('CreateInput', itemSchema, {
        sceneName,
        inputName,
        inputKind: BROWSER_SOURCE,
        inputSettings: settingsOf(widget),
        sceneItemEnabled: true,
      });
      return made.sceneItemId;
    } catch (error) {
      // A group may have the name: groups are in neither list.
      if (!isNameTaken(error) || attempt === 20) throw error;
      taken.push(inputName);
    }
  }
}

function settingsOf(widget: ObsWidget) {
  const { id, url, file, width, height } = widget;
  return {
    is_local_file: file !== '',
    local_file: file,
    url: file === '' ? url : '',
    width,
    height,
    fps_custom: true,
    fps: SOURCE_FPS,
    css: CSS,
    shutdown: false,
    restart_when_active: false,
    [WIDGET_KEY]: id,
  };
}

/** Puts a source where the widget is on a full page in the middle of the canvas. A page that is too large is scaled. */
async function placeOnCanvas(
  client: ObsClient,
  { width, height, page, place }: ObsWidget,
  item: { sceneName: string; sceneItemId: number },
): Promise<void> {
  const { baseWidth, baseHeight } = await client.request('GetVideoSettings', videoSchema);
  if (place !== null) {
    const scale = Math.min(1, baseWidth / page.width, baseHeight / page.height);
    await client.request('SetSceneItemTransform', nothing, {
      ...item,
      sceneItemTransform: {
        positionX: (baseWidth - page.width * scale) / 2 + place.x * scale,
        positionY: (baseHeight - page.height * scale) / 2 + place.y * scale,
        scaleX: scale,
        scaleY: scale,
      },
    });
    return;
  }
  if (width <= baseWidth && height <= baseHeight) return;
  await client.request('SetSceneItemTransform', nothing, {
    ...item,
    sceneItemTransform: {
      positionX: 0,
      positionY: 0,
      boundsType: 'OBS_BOUNDS_SCALE_INNER',
      boundsAlignment: 0,
      boundsWidth: baseWidth,
      boundsHeight: baseHeight,
    },
  });
}

/** Gives a source the widget's present link and the present size, and loads its page again without the browser's cache. */
export async function refreshSource(client: ObsClient, widget: ObsWidget, inputName: string): Promise<void> {
  const inputSettings = settingsOf(await asShown(client, widget, inputName));
  await client.request('SetInputSettings', nothing, { inputName, inputSettings, overlay: true });
  await client.request('PressInputPropertiesButton', nothing, { inputName, propertyName: 'refreshnocache' });
}

/** Moves a source from one scene to another. It keeps its settings and gets the place of a new one. */
export async function moveSource(
  client: ObsClient,
  widget: ObsWidget,
  source: { name: string; from: string; to: string },
): Promise<void> {
  const { name: sourceName, from, to } = source;
  const made = await client.request('CreateSceneItem', itemSchema, { sceneName: to, sourceName });
  const shown = await asShown(client, widget, sourceName);
  await placeOnCanvas(client, shown, { sceneName: to, sceneItemId: made.sceneItemId });
  const { sceneItems } = await client.request('GetSceneItemList', sceneItemsSchema, { sceneName: from });
  for (const item of sceneItems.filter((each) => each.sourceName === sourceName))
    await client.request('RemoveSceneItem', nothing, { sceneName: from, sceneItemId: item.sceneItemId });
}

/** Removes a source from all scenes. */
export async function removeSource(client: ObsClient, inputName: string): Promise<void> {
  await client.request('RemoveInput', nothing, { inputName });
}

/** Puts a scene on air. */
export async function switchScene(client: ObsClient, sceneName: string): Promise<void> {
  await client.request('SetCurrentProgramScene', nothing, { sceneName });
}
