import type { CallArgs, CallName, CallResult, Push } from '#shared/contract/backstage.ts';
import { pushSchema } from '#shared/contract/backstage.ts';
import type { DesktopBridge } from '#shared/contract/desktop.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { type CallRequest, PendingCalls } from './calls.ts';
import { Listeners } from './listeners.ts';
import type { BackstageLink, LinkState } from './platform.ts';

/** The part of the bridge that carries the backstage's messages. */
export type LinkBridge = Pick<
  DesktopBridge,
  'openBackstage' | 'request' | 'acknowledge' | 'onBackstagePush' | 'onBackstageState'
>;

/**
 * A link to the backstage of the desktop app, over the bridge of the preload script. The main process starts
 * a backstage that crashed and says when it is ready; the link then joins it anew.
 */
export class DesktopLink implements BackstageLink {
  readonly #bridge: LinkBridge;
  readonly #pushes = new Listeners<Push>();
  readonly #states = new Listeners<LinkState>();
  readonly #pending = new PendingCalls();
  readonly #leave: (() => void)[];
  #state: LinkState = { phase: 'connecting' };
  #attempt = 0;
  #joining = false;
  #readyAgain = false;
  #closed = false;

  constructor(bridge: LinkBridge) {
    this.#bridge = bridge;
    this.#pending.hold();
    this.#leave = [
      bridge.onBackstagePush(({ number, push }) => this.#receive(number, push)),
      bridge.onBackstageState(({ state }) => {
        if (state === 'ready') void this.#join();
        // The first start is nothing that went away.
        else if (state !== 'starting' || this.#state.phase === 'open') this.#lose();
      }),
    ];
    void this.#join();
  }

  get state(): LinkState {
    return this.#state;
  }

  onState(listener: (state: LinkState) => void): () => void {
    return this.#states.add(listener);
  }

  onPush(listener: (push: Push) => void): () => void {
    return this.#pushes.add(listener);
  }

  call<N extends CallName>(name: N, args: CallArgs<N>): Promise<CallResult<N>> {
    if (this.#closed || this.#state.phase === 'lost')
      return Promise.reject(new RingsideError('connection.lost'));
    return this.#pending.ask(name, args, (request) => void this.#send(request));
  }

  retryNow(): void {
    if (this.#state.phase === 'lost') void this.#join();
  }

  rejoin(): void {
    // The app's own backstage is the same for every account.
  }

  close(): void {
    this.#closed = true;
    for (const leave of this.#leave) leave();
    this.#pending.rejectAll();
  }

  async #join(): Promise<void> {
    // It may become ready while an earlier attempt is still on its way to be told that it is not.
    this.#readyAgain = true;
    if (this.#joining) return;
    this.#joining = true;
    let joined = false;
    while (this.#readyAgain && !joined && !this.#closed) {
      this.#readyAgain = false;
      joined = await this.#ask();
    }
    this.#joining = false;
    if (!joined || this.#closed) return;
    this.#attempt = 0;
    this.#set({ phase: 'open' });
    this.#pending.release();
  }

  /** False while it is still starting: its state is told when it is ready. */
  async #ask(): Promise<boolean> {
    try {
      const answer = await this.#bridge.openBackstage({});
      return answer.ok && answer.result.joined;
    } catch {
      return false;
    }
  }

  async #send(request: CallRequest): Promise<void> {
    const { id } = request;
    try {
      const answer = await this.#bridge.request(request);
      this.#pending.answer(answer.ok ? answer.result : { id, ok: false, problem: answer.problem });
    } catch {
      // What cannot be copied to another process never left this one.
      this.#pending.answer({ id, ok: false, problem: { code: 'invalid' } });
    }
  }

  #receive(number: number, raw: unknown): void {
    // What is not understood here shows as a gap in the numbers of the inputs, and is asked for again.
    const push = pushSchema.safeParse(raw);
    if (push.success) this.#pushes.tell(push.data);
    void this.#bridge.acknowledge({ number });
  }

  #lose(): void {
    if (this.#state.phase !== 'lost') this.#attempt += 1;
    this.#set({ phase: 'lost', retryAt: null, attempt: this.#attempt });
    this.#pending.rejectAll();
    this.#pending.hold();
  }

  #set(state: LinkState): void {
    this.#state = state;
    this.#states.tell(state);
  }
}
