import { priorityLabels } from "#domains/work-orders/priorities.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import type { listStaff, Rule, Team } from "../contract.ts";

/** Describes the properties that a team or rule covers, from this user's perspective. */
export function describeCoverage(
  { property, landlord }: Pick<Rule, "property" | "landlord">,
  userId: number,
): string {
  if (property !== null) return property.name;
  if (landlord === null) return "All properties";
  return landlord.id === userId ? "All your properties" : `All of ${landlord.fullName}'s properties`;
}

/** Describes the properties selected in the form of a team or rule. */
export const describeSelection = (
  propertyId: number | null,
  record: Pick<Rule, "landlord">,
  { properties, userId }: { properties: readonly { id: number; name: string }[]; userId: number },
): string =>
  propertyId === null
    ? describeCoverage({ ...record, property: null }, userId)
    : (properties.find(({ id }) => id === propertyId)?.name ?? "");

/** Whether the person works at the property, or at any property if it is null. */
export const worksAt = (
  { everywhere, propertyIds }: ResponseOf<typeof listStaff>[number],
  propertyId: number | null,
): boolean => everywhere || (propertyId === null ? propertyIds.length > 0 : propertyIds.includes(propertyId));

const orFormat = new Intl.ListFormat("en-US", { type: "disjunction" });
const andFormat = new Intl.ListFormat("en-US");

/** Describes the conditions of a rule, such as `Plumbing, high or urgent priority`. */
export function describeConditions({ category, priorities }: Pick<Rule, "category" | "priorities">): string {
  const priority =
    priorities === null
      ? "any priority"
      : `${orFormat.format(priorities.map((value) => priorityLabels[value].toLowerCase()))} priority`;
  return `${category ?? "Any category"}, ${priority}`;
}

export const describeTarget = ({ assignee, team }: Pick<Rule, "assignee" | "team">): string =>
  assignee?.fullName ?? `Team ${team?.name ?? ""}`;

/**
 * Explains why a rule is skipped at some or all of its properties. Undefined if the rule works everywhere.
 */
export function describeProblem(rule: Rule): string | undefined {
  const { problem, skippedIn, assignee, team } = rule;
  const person = assignee?.fullName ?? "";
  switch (problem) {
    case "person-left":
      return `${person} is no longer on the maintenance staff. This rule is skipped until you choose someone else.`;
    case "person-elsewhere":
      return `${person} doesn't work at any of this rule's properties. The rule is skipped until you choose someone else.`;
    case "team-empty":
      return `No one on team ${team?.name ?? ""} works at this rule's properties. The rule is skipped until you change the team or choose another.`;
    case "no-property":
      return "This rule no longer applies to any property. Edit or delete it.";
    case null:
  }
  if (skippedIn.count === 0) return undefined;
  const hiddenCount = skippedIn.count - skippedIn.names.length;
  const places = andFormat.format([...skippedIn.names, ...(hiddenCount > 0 ? [`${hiddenCount} more`] : [])]);
  return assignee === null
    ? `Skipped at ${places}, where no one on the team works.`
    : `Skipped at ${places}, where ${person} doesn't work.`;
}

/** Names the team members who can no longer get work orders. */
export function describeInactiveMembers({ members }: Team): string | undefined {
  const inactiveNames = members
    .filter(({ canTakeWorkOrders }) => !canTakeWorkOrders)
    .map(({ fullName }) => fullName);
  if (inactiveNames.length === 0)
    return members.length === 0 ? "No one on this team works at your properties." : undefined;
  return inactiveNames.length === 1
    ? `${andFormat.format(inactiveNames)} no longer works here and won't get work orders.`
    : `${andFormat.format(inactiveNames)} no longer work here and won't get work orders.`;
}

export const pluralize = (count: number, singular: string, plural = `${singular}s`): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? singular : plural}`;
