/** The body of a report, without its place. */
export const leakingFaucet = {
  title: "Leaking tap",
  description: "It drips day and night.",
  category: "Plumbing",
  location: "Kitchenette",
  priority: "low",
};
