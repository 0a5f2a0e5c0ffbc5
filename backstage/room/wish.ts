import type { Line } from '#shared/contract/connection.ts';
import type { RoomInput } from '#shared/contract/input.ts';
import { sameUsername } from '#shared/live/username.ts';
import type { RehearsalFacts } from '../show/facts.ts';
import type { Show } from '../show/show.ts';

/** A room to listen to: by which line, under which name, and whose show it is. */
export interface Wish {
  username: string;
  line: Line;
  rehearsal: RehearsalFacts | null;
}

/** Whether it is the room that a show has already. */
export function isSame(show: Show, wish: Wish): boolean {
  const room = show.state.room;
  const rehearsed = (show.facts.rehearsal === null) === (wish.rehearsal === null);
  return room !== null && rehearsed && sameUsername(room.username, wish.username);
}

/** Whether a show has to be told of what was found out about its room. */
export function differs(one: RoomInput | null | undefined, other: RoomInput): boolean {
  if (!one) return true;
  return (
    one.roomId !== other.roomId ||
    one.ownerId !== other.ownerId ||
    one.title !== other.title ||
    !sameUsername(one.username, other.username)
  );
}
