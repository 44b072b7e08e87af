const today = new Intl.DateTimeFormat("en-US", {
  weekday: "long",
  month: "long",
  day: "numeric",
  year: "numeric",
});

/** `Saturday, November 21, 2026`, in the viewer's zone. */
export const formatToday = (now: Date): string => today.format(now);
