/**
 * What Ringside understands of a room, decoded: only the fields that something uses. Ids are decimal strings,
 * because the platform's exceed what a number holds; times are ms since 1970.
 */

/** A message of before we listened: `first` on a session's first connection, `again` after a reconnect. */
export type History = 'first' | 'again';

interface Base {
  /** The platform's id of the message, the same on every line and in every repetition. */
  msgId: string;
  /** The platform's send time, 0 when the message carries none. */
  sentAt: number;
  history?: History | undefined;
}

export interface LiveUser {
  id: string;
  nickname: string;
  /** The @name, without @; empty when the message has none. */
  displayId: string;
}

export interface GiftMessage extends Base {
  kind: 'gift';
  user: LiveUser;
  giftId: number;
  /** The name in the message, in the room's language; empty when it has none. */
  name: string;
  /** Diamonds of one piece. */
  diamonds: number;
  /** The platform's gift type: 1 comes as a streak, the others as one message each. */
  giftType: number;
  streak: boolean;
  /** Sets two streaks of one gift by one sender apart; empty outside streaks. */
  groupId: string;
  /** A streak's running count; the number of pieces otherwise. */
  repeatCount: number;
  /** The closing message of a streak. */
  repeatEnd: boolean;
  comboCount: number;
  groupCount: number;
  /** Diamonds of this message alone, 0 when it does not say. */
  tickets: number;
  toUser?: { id: string; displayId: string } | undefined;
  /** The recipient by the gift's tracking data: the room's owner where nobody was chosen. */
  ownerToUserId: string;
  sendType: number;
  orderId: string;
}

export interface LikeMessage extends Base {
  kind: 'like';
  user: LiveUser | undefined;
  count: number;
  /** Likes of the room in all. */
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
  /** Viewers now, and viewers of the whole broadcast. */
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

/** A message as it stands in a frame: what is decoded, recorded and replayed. */
export interface RawMessage {
  method: string;
  msgId: string;
  isHistory: boolean;
  /** A view into the frame: copy it to keep it longer than the frame. */
  payload: Uint8Array;
}

export interface PushFrame {
  /** Named in the acknowledgement. */
  logId: string;
  payloadType: string;
  /** A view into the frame, gzip when it begins 1f 8b. */
  payload: Uint8Array;
}

/** The content of a `msg` frame, and the first answer of a signing service. */
export interface FetchResult {
  messages: RawMessage[];
  cursor: string;
  /** The platform's clock when it sent the frame (ms), 0 when it does not say. */
  now: number;
  /** Sent back as it came, in the acknowledgement and at a reconnect. */
  internalExt: Uint8Array;
  needAck: boolean;
  /** In ms, 0 when it does not say. */
  heartbeatDuration: number;
  pushServer: string;
  routeParams: Map<string, string>;
}
