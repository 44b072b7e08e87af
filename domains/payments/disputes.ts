/** The provider's words for the state of a dispute. */
const words: Readonly<Record<string, string>> = {
  warning_needs_response: "an inquiry that needs an answer",
  warning_under_review: "an inquiry under review",
  warning_closed: "the inquiry was closed",
  needs_response: "needs an answer",
  under_review: "under review",
  won: "won",
  lost: "lost",
  prevented: "prevented",
  appeal_needs_response: "lost, and the appeal needs an answer",
  appeal_under_review: "lost, and the appeal is under review",
};

/** A dispute state in words; an unknown state is shown as the provider writes it. */
export const disputeStateInWords = (state: string): string => words[state] ?? state.replaceAll("_", " ");

/** The states of a decided dispute; only a lost one may change again, by an appeal. */
export const decidedStates = ["won", "lost", "warning_closed", "prevented"];

/** Whether the dispute is undecided. */
export const isDisputeOpen = (state: string): boolean => !decidedStates.includes(state);
