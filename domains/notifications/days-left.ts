/** `1 day`, `12 days`. */
export const formatDays = (count: number): string => `${count} ${count === 1 ? "day" : "days"}`;

/** `today`, `12 days left`, `1 day ago`. */
export function formatDaysLeft(days: number): string {
  if (days === 0) return "today";
  return days > 0 ? `${formatDays(days)} left` : `${formatDays(-days)} ago`;
}
