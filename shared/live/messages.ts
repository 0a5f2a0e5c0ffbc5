/**
 * Decoded messages of a room, with only the fields that Ringside uses. Ids are decimal strings, because 64-bit ids
 * exceed a JavaScript number. Times are ms since 1970.
 */

/** A message from before Ringside connected: `first` on a session's first connection, `again` after a reconnect. */
export type History = 'first' | 'again';

interface Base {
  /** The platform's id of the message, the same on every line and in every repeat. */
  msgId: string;
  /** The platform's send time; 0 if absent. */
  sentAt: number;
  history?: History | undefined;
}

export interface LiveUser {
  id: string;
  nickname: string;
  /** The @name, without @; '' if absent. */
  displayId: string;
}

export interface GiftMessage extends Base {
  kind: 'gift';
  user: LiveUser;
  giftId: number;
  /** The name in the room's language; '' if absent. */
  name: string;
  /** Diamonds of one piece. */
  diamonds: number;
  /** The platform's gift type. Type 1 is sent as a streak, all others as one message. */
  giftType: number;
  streak: boolean;
  /** Distinguishes two streaks of one gift by one sender; '' outside streaks. */
  groupId: string;
  /** The running count of a streak, or else the number of pieces. */
  repeatCount: number;
  /** The closing message of a streak. */
  repeatEnd: boolean;
  comboCount: number;
  groupCount: number;
  /** Diamonds of this message alone; 0 if absent. */
  tickets: number;
  toUser?: { id: string; displayId: string } | undefined;
  /** The recipient by the gift's tracking data. The room's owner if the sender chose nobody. */
  ownerToUserId: string;
  sendType: number;
  orderId: string;
  /** The gift's encoded image, for `giftPicture`. A view into the frame: read it before the frame is dropped. */
  image: Uint8Array | undefined;
}

export interface LikeMessage extends Base {
  kind: 'like';
  user: LiveUser | undefined;
  count: number;
  /** All likes of the room. */
  total: number;
}

export interface ChatMessage extends Base {
  kind: 'chat';
  user: LiveUser | undefined;
  text: string;
}

export interface MemberMessage extends Base {
  kind: 'member';
  user: LiveUser | undefined;
  viewers: number;
  action: 'join' | 'subscribe' | 'other';
}

export interface SocialMessage extends Base {
  kind: 'social';
  user: LiveUser | undefined;
  action: 'follow' | 'share' | 'other';
  followers: number;
  shares: number;
}

export interface ViewersMessage extends Base {
  kind: 'viewers';
  /** Current viewers, and all viewers of the broadcast. */
  now: number;
  total: number;
}

export interface ControlMessage extends Base {
  kind: 'control';
  action: 'paused' | 'resumed' | 'ended' | 'suspended' | 'other';
}

export interface BattleMessage extends Base {
  kind: 'battle';
  battleId: string;
  action: 'open' | 'finish' | 'cut' | 'other';
  startMs: number;
  /** In seconds. */
  duration: number;
  endMs: number;
  results: { userId: string; result: number; score: number }[];
}

export interface ArmiesMessage extends Base {
  kind: 'armies';
  battleId: string;
  scores: { anchorId: string; score: number }[];
}

export type LiveMessage =
  | GiftMessage
  | LikeMessage
  | ChatMessage
  | MemberMessage
  | SocialMessage
  | ViewersMessage
  | ControlMessage
  | BattleMessage
  | ArmiesMessage;

/** A message of a frame before decoding, as recorded and replayed. */
export interface RawMessage {
  method: string;
  msgId: string;
  isHistory: boolean;
  /** A view into the frame. Copy it to keep it longer than the frame. */
  payload: Uint8Array;
}

/** The outer envelope of a frame. */
export interface PushFrame {
  /** The id by which the frame is acknowledged. */
  logId: string;
  payloadType: string;
  /** A view into the frame; gzip if it begins with 1f 8b. */
  payload: Uint8Array;
}

/** The content of a `msg` frame, and of a signing service's first response. */
export interface FetchResult {
  messages: RawMessage[];
  cursor: string;
  /** The platform's clock when it sent the frame (ms); 0 if absent. */
  now: number;
  /** Returned unchanged in the acknowledgement and on a reconnect. */
  internalExt: Uint8Array;
  needAck: boolean;
  /** In ms; 0 if absent. */
  heartbeatDuration: number;
  pushServer: string;
  routeParams: Map<string, string>;
}
