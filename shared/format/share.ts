/** Formats a share as a percentage. Only the whole amount is `100%`. Without a whole, returns a dash. */
export function formatShare(part: number, whole: number): string {
  if (whole <= 0) return "–";
  const percent = Math.round((100 * part) / whole);
  return `${part < whole ? Math.min(99, percent) : percent}%`;
}
