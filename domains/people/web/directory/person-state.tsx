import type { Invitation } from "#domains/people/invitation-contract.ts";
import type { Person } from "#domains/people/people-contract.ts";
import { Badge, type Tone } from "#web/ui/faces/badge.tsx";

export const personStateLabels = {
  pending: "Waiting for approval",
  active: "Active",
  declined: "Declined",
  disabled: "Disabled",
} as const satisfies Record<Person["state"], string>;
const personTones = {
  pending: "amber",
  active: "green",
  declined: "red",
  disabled: "gray",
} as const satisfies Record<Person["state"], Tone>;

export const invitationStateLabels = {
  pending: "Pending",
  accepted: "Accepted",
  expired: "Expired",
  withdrawn: "Withdrawn",
} as const satisfies Record<Invitation["state"], string>;
const invitationTones = {
  pending: "blue",
  accepted: "green",
  expired: "amber",
  withdrawn: "gray",
} as const satisfies Record<Invitation["state"], Tone>;

export const PersonState = ({ state }: { state: Person["state"] }) => (
  <Badge tone={personTones[state]}>{personStateLabels[state]}</Badge>
);
export const InvitationState = ({ state }: { state: Invitation["state"] }) => (
  <Badge tone={invitationTones[state]}>{invitationStateLabels[state]}</Badge>
);
