/** Finds `wanted` in pieces that are handed over one after the other, even where it spans two of them. */
export function bytesFinder(wanted: Buffer): (piece: Buffer) => boolean {
  let end = Buffer.alloc(0);
  return (piece) => {
    const across = Buffer.concat([end, piece.subarray(0, wanted.length - 1)]);
    if (across.includes(wanted) || piece.includes(wanted)) return true;
    end = Buffer.concat([end, piece]).subarray(-(wanted.length - 1));
    return false;
  };
}
