import type { Line } from '#shared/contract/connection.ts';
import type { RoomInput } from '#shared/contract/input.ts';
import { sameUsername } from '#shared/live/username.ts';
import type { RehearsalFacts } from '../show/facts.ts';
import type { Show } from '../show/show.ts';

/** A request to open a room. */
export interface RoomRequest {
  username: string;
  line: Line;
  /** Facts of the rehearsal that the room belongs to; null for a real room. */
  rehearsal: RehearsalFacts | null;
}

/** Whether the request names the room that the show already has. */
export function isRoomOf(show: Show, request: RoomRequest): boolean {
  const room = show.state.room;
  const rehearsed = (show.facts.rehearsal === null) === (request.rehearsal === null);
  return room !== null && rehearsed && sameUsername(room.username, request.username);
}

/** Whether a looked-up room differs from the one that the show knows. */
export function roomChanged(known: RoomInput | null | undefined, found: RoomInput): boolean {
  if (!known) return true;
  return (
    known.roomId !== found.roomId ||
    known.ownerId !== found.ownerId ||
    known.title !== found.title ||
    !sameUsername(known.username, found.username)
  );
}
