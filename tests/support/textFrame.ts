/** The text of a frame that `textFrame` has made. */
export function textOfFrame(frame: Buffer): string {
  const short = frame[1] ?? 0;
  const head = short < 126 ? 2 : short === 126 ? 4 : 10;
  return frame.toString('utf8', head);
}
