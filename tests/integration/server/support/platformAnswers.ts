/** The platform's response for a live room. */
export const OPEN_ROOM = {
  statusCode: 0,
  data: {
    user: { id: '6838231546857686021', uniqueId: 'mika', roomId: '7300000000000000001', status: 2 },
    liveRoom: { title: 'group live', status: 2 },
  },
};
