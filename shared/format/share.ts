/** Formats a share as a percentage. 100% means all of it, and a whole of 0 has no share. */
export function formatShare(part: number, whole: number): string {
  if (whole <= 0) return "–";
  const percent = Math.round((100 * part) / whole);
  return `${part < whole ? Math.min(99, percent) : percent}%`;
}
