/** Finds `wanted` in what is handed over piece by piece, also where it lies across two of them. */
export function bytesFinder(wanted: Buffer): (piece: Buffer) => boolean {
  let end = Buffer.alloc(0);
  return (piece) => {
    const across = Buffer.concat([end, piece.subarray(0, wanted.length - 1)]);
    if (across.includes(wanted) || piece.includes(wanted)) return true;
    end = Buffer.concat([end, piece]).subarray(-(wanted.length - 1));
    return false;
  };
}
