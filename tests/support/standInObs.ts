import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';

/**
 * A stand-in for OBS that speaks protocol 5 of its WebSocket server: greeting, authentication, requests and events, with
 * the close codes and status codes of OBS. It keeps scenes, sources and their settings in memory.
 */
export interface StandInObs {
  address: string;
  readonly scenes: ReadonlyMap<string, readonly SceneItem[]>;
  readonly inputs: ReadonlyMap<string, Record<string, unknown>>;
  readonly current: string;
  /** Names of the sources whose page was loaded again. */
  readonly reloaded: readonly string[];
  /** The scale that a scene item got, by its id. */
  readonly bounds: ReadonlyMap<number, unknown>;
  /** Adds a browser source as a host does by hand in OBS. */
  addByHand(scene: string, name: string, settings: Record<string, unknown>): void;
  renameScene(from: string, to: string): void;
  /** Drops every connection, as OBS does when it is closed. */
  drop(): void;
  close(): Promise<void>;
}

export interface StandInOptions {
  /** '' asks for none. */
  password?: string;
  scenes?: readonly string[];
  canvas?: { baseWidth: number; baseHeight: number };
  /** False for a build without the browser plug-in. */
  browserSource?: boolean;
  /** `silent` accepts connections and never greets, like the server of OBS 27. */
  dialect?: 'protocol5' | 'silent';
  port?: number;
}

interface SceneItem {
  sceneItemId: number;
  sourceName: string;
}

const messageSchema = z.object({ op: z.number(), d: z.looseObject({}) });
const requestSchema = z.object({
  requestId: z.string(),
  requestType: z.string(),
  requestData: z.looseObject({}).default({}),
});
const identifySchema = z.looseObject({ rpcVersion: z.number(), authentication: z.string().optional() });

/** A refusal with OBS's status code. */
class Refusal extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64');
const SALT = 'c2FsdCBvZiB0aGUgc3RhbmQtaW4=';
const CHALLENGE = 'Y2hhbGxlbmdlIG9mIHRoZSBzdGFuZC1pbg==';

export async function startStandInObs(options: StandInOptions = {}): Promise<StandInObs> {
  const { password = '', canvas = { baseWidth: 1920, baseHeight: 1080 }, browserSource = true } = options;
  const scenes = new Map<string, SceneItem[]>((options.scenes ?? ['Scene']).map((name) => [name, []]));
  const inputs = new Map<string, Record<string, unknown>>();
  const bounds = new Map<number, unknown>();
  const reloaded: string[] = [];
  let current = [...scenes.keys()][0] ?? '';
  let nextItem = 1;

  const server = new WebSocketServer({
    host: '127.0.0.1',
    port: options.port ?? 0,
    handleProtocols: (offered) => (offered.has('obswebsocket.json') ? 'obswebsocket.json' : false),
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const send = (socket: WebSocket, op: number, d: unknown) => socket.send(JSON.stringify({ op, d }));
  const tell = (eventType: string, eventData: Record<string, unknown>) => {
    for (const socket of server.clients) send(socket, 5, { eventType, eventIntent: 1, eventData });
  };
  const itemsOf = (sceneName: unknown): SceneItem[] => {
    const items = scenes.get(String(sceneName));
    if (items === undefined) throw new Refusal(600, 'No source was found by the name of the scene.');
    return items;
  };
  const settingsOf = (inputName: unknown): Record<string, unknown> => {
    const settings = inputs.get(String(inputName));
    if (settings === undefined) throw new Refusal(600, 'No source was found by the name of the input.');
    return settings;
  };
  const addItem = (sceneName: string, sourceName: string) => {
    const sceneItemId = nextItem;
    nextItem += 1;
    itemsOf(sceneName).push({ sceneItemId, sourceName });
    tell('SceneItemCreated', { sceneName, sourceName, sceneItemId });
    return { sceneItemId };
  };
  const create = (sceneName: string, inputName: string, settings: Record<string, unknown>) => {
    if (inputs.has(inputName) || scenes.has(inputName))
      throw new Refusal(601, 'A source already exists by that input name.');
    itemsOf(sceneName);
    inputs.set(inputName, settings);
    tell('InputCreated', { inputName });
    return addItem(sceneName, inputName);
  };

  const requests: Record<string, (data: Record<string, unknown>) => unknown> = {
    GetSceneList: () => ({
      currentProgramSceneName: current,
      // OBS lists the bottom scene first.
      scenes: [...scenes.keys()].reverse().map((sceneName, sceneIndex) => ({ sceneName, sceneIndex })),
    }),
    GetInputList: () => ({
      inputs: [...inputs.keys()].map((inputName) => ({ inputName, inputKind: 'browser_source' })),
    }),
    GetInputSettings: ({ inputName }) => ({
      inputSettings: settingsOf(inputName),
      inputKind: 'browser_source',
    }),
    GetSceneItemList: ({ sceneName }) => ({ sceneItems: itemsOf(sceneName) }),
    GetInputKindList: () => ({
      inputKinds: browserSource ? ['image_source', 'browser_source'] : ['image_source'],
    }),
    GetVideoSettings: () => canvas,
    CreateInput: ({ sceneName, inputName, inputKind, inputSettings }) => {
      if (inputKind !== 'browser_source' || !browserSource)
        throw new Refusal(605, 'Your specified input kind is not supported by OBS.');
      return create(String(sceneName), String(inputName), z.looseObject({}).parse(inputSettings));
    },
    SetSceneItemTransform: ({ sceneItemId, sceneItemTransform }) => {
      bounds.set(Number(sceneItemId), sceneItemTransform);
      return {};
    },
    SetInputSettings: ({ inputName, inputSettings, overlay }) => {
      const before = settingsOf(inputName);
      const change = z.looseObject({}).parse(inputSettings);
      inputs.set(String(inputName), overlay === false ? change : { ...before, ...change });
      return {};
    },
    PressInputPropertiesButton: ({ inputName, propertyName }) => {
      settingsOf(inputName);
      if (propertyName !== 'refreshnocache')
        throw new Refusal(600, 'Unable to find a property by that name.');
      reloaded.push(String(inputName));
      return {};
    },
    CreateSceneItem: ({ sceneName, sourceName }) => {
      settingsOf(sourceName);
      return addItem(String(sceneName), String(sourceName));
    },
    RemoveSceneItem: ({ sceneName, sceneItemId }) => {
      const items = itemsOf(sceneName);
      const place = items.findIndex((item) => item.sceneItemId === sceneItemId);
      if (place === -1)
        throw new Refusal(600, 'No scene items were found in the specified scene by that ID.');
      items.splice(place, 1);
      tell('SceneItemRemoved', { sceneName, sceneItemId });
      return {};
    },
    RemoveInput: ({ inputName }) => {
      settingsOf(inputName);
      inputs.delete(String(inputName));
      for (const items of scenes.values())
        for (const item of items.filter(({ sourceName }) => sourceName === inputName))
          items.splice(items.indexOf(item), 1);
      tell('InputRemoved', { inputName });
      return {};
    },
    SetCurrentProgramScene: ({ sceneName }) => {
      itemsOf(sceneName);
      current = String(sceneName);
      tell('CurrentProgramSceneChanged', { sceneName });
      return {};
    },
  };

  const answer = (socket: WebSocket, d: unknown) => {
    const { requestId, requestType, requestData } = requestSchema.parse(d);
    try {
      const request = requests[requestType];
      if (request === undefined) throw new Refusal(204, 'Your request type is not valid.');
      const responseData = request(requestData);
      const requestStatus = { result: true, code: 100 };
      send(socket, 7, { requestType, requestId, requestStatus, responseData });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const requestStatus = { result: false, code: error.code, comment: error.message };
      send(socket, 7, { requestType, requestId, requestStatus });
    }
  };

  server.on('connection', (socket) => {
    if (options.dialect === 'silent') return;
    const authentication = password === '' ? {} : { authentication: { challenge: CHALLENGE, salt: SALT } };
    send(socket, 0, { obsWebSocketVersion: '5.1.0', rpcVersion: 1, ...authentication });
    let identified = false;
    socket.on('message', (raw) => {
      const { op, d } = messageSchema.parse(JSON.parse(String(raw)));
      if (op === 1) {
        const proof = sha256(sha256(password + SALT) + CHALLENGE);
        if (password !== '' && identifySchema.parse(d).authentication !== proof)
          return socket.close(4009, 'Authentication failed.');
        identified = true;
        return send(socket, 2, { negotiatedRpcVersion: 1 });
      }
      if (!identified) return socket.close(4007, 'You attempted to send a message before identifying.');
      if (op === 6) answer(socket, d);
    });
  });

  return {
    address: `ws://127.0.0.1:${port}`,
    scenes,
    inputs,
    get current() {
      return current;
    },
    reloaded,
    bounds,
    addByHand: (scene, name, settings) => void create(scene, name, settings),
    renameScene: (from, to) => {
      const items = itemsOf(from);
      scenes.delete(from);
      scenes.set(to, items);
      if (current === from) current = to;
      tell('SceneNameChanged', { oldSceneName: from, sceneName: to });
    },
    drop: () => {
      for (const socket of server.clients) socket.terminate();
    },
    close: async () => {
      for (const socket of server.clients) socket.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
