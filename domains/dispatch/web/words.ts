import { priorityLabels } from "#domains/work-orders/priorities.ts";
import type { Rule, Team } from "../contract.ts";

/** For which buildings a team or rule is, as this user says it. */
export function reachInWords(
  { building, landlord }: Pick<Rule, "building" | "landlord">,
  userId: number,
): string {
  if (building !== null) return building.name;
  if (landlord === null) return "Every building";
  return landlord.id === userId ? "All your buildings" : `All buildings of ${landlord.fullName}`;
}

const or = new Intl.ListFormat("en-US", { type: "disjunction" });
const and = new Intl.ListFormat("en-US");

/** `Plumbing, high or urgent priority`. */
export function matchInWords({ category, priorities }: Pick<Rule, "category" | "priorities">): string {
  const priority =
    priorities === null
      ? "any priority"
      : `${or.format(priorities.map((one) => priorityLabels[one].toLowerCase()))} priority`;
  return `${category ?? "Any category"}, ${priority}`;
}

export const targetInWords = ({ assignee, team }: Pick<Rule, "assignee" | "team">): string =>
  assignee?.fullName ?? `Team ${team?.name ?? ""}`;

/** Why a rule is skipped, somewhere or everywhere; undefined where all is well. */
export function attentionInWords(rule: Rule): string | undefined {
  const { problem, skippedIn, assignee, team } = rule;
  const who = assignee?.fullName ?? `Nobody of the team ${team?.name ?? ""}`;
  const works = assignee === null ? "works" : "does not work";
  switch (problem) {
    case "person-left":
      return `${who} is no longer on the maintenance staff. The rule is skipped until you choose somebody else.`;
    case "person-elsewhere":
      return `${who} works in none of its buildings. The rule is skipped until you choose somebody else.`;
    case "team-empty":
      return `${who} works in its buildings. The rule is skipped until you change the team or choose another.`;
    case "no-building":
      return "There is no building left for which it is. You can change or delete it.";
    case null:
  }
  if (skippedIn.count === 0) return undefined;
  const more = skippedIn.count - skippedIn.names.length;
  const places = and.format([...skippedIn.names, ...(more > 0 ? [`${more} more`] : [])]);
  return `Skipped in ${places}, where ${assignee === null ? "nobody of the team" : who} ${works}.`;
}

/** Who of a team gets no orders any more. */
export function awayInWords({ members }: Team): string | undefined {
  const away = members.filter(({ getsOrders }) => !getsOrders).map(({ fullName }) => fullName);
  if (away.length === 0) return members.length === 0 ? "Nobody of it works in your buildings." : undefined;
  return `${and.format(away)} ${away.length === 1 ? "works" : "work"} here no longer and ${away.length === 1 ? "gets" : "get"} no orders.`;
}

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
