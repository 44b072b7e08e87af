/** The body of a new work order, without its location fields. */
export const leakingFaucet = {
  title: "Leaking faucet",
  description: "It drips day and night.",
  category: "Plumbing",
  location: "Kitchenette",
  priority: "low",
};
