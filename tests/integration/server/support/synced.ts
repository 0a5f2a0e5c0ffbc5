const HOUR = 3_600_000;

export const presetOf = (id: string, name: string, extra: object = {}) => ({
  version: 1,
  id,
  name,
  anchors: [],
  ...extra,
});

/** Finished shows that ended an hour before the given clock's time. */
export const showAt =
  (now: () => number) =>
  (id: string, extra: object = {}) => ({
    id,
    name: 'Friday',
    room: { username: `room_${id}`, nickname: 'Room' },
    startedAt: now() - 2 * HOUR,
    endedAt: now() - HOUR,
    income: 1000,
    gifts: 100,
    givers: 10,
    fans: 500,
    viewers: [{ id: '7', nickname: 'Viewer', username: 'viewer', income: 1, gifts: 1 }],
    ...extra,
  });
