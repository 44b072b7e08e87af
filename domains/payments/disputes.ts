/** Labels for the provider's dispute states. */
const labels: Readonly<Record<string, string>> = {
  warning_needs_response: "inquiry needs a response",
  warning_under_review: "inquiry under review",
  warning_closed: "inquiry closed",
  needs_response: "needs a response",
  under_review: "under review",
  won: "won",
  lost: "lost",
  prevented: "prevented",
  appeal_needs_response: "lost; appeal needs a response",
  appeal_under_review: "lost; appeal under review",
};

/** Returns the label of a dispute state. An unknown state is shown as the provider writes it. */
export const getDisputeStateLabel = (state: string): string => labels[state] ?? state.replaceAll("_", " ");

/** The states of a decided dispute. Only a lost dispute can change again, through an appeal. */
export const decidedDisputeStates = ["won", "lost", "warning_closed", "prevented"];

/** Whether the dispute is still undecided. */
export const isDisputeOpen = (state: string): boolean => !decidedDisputeStates.includes(state);
