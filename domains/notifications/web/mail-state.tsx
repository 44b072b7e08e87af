import type * as z from "zod/mini";
import type { mail } from "#domains/notifications/contract.ts";
import { Badge, type Tone } from "#web/ui/badge.tsx";

type State = z.output<typeof mail>["state"];

/** `kept`: no mail server is set up, so it is only to be read here. */
const states = {
  queued: { label: "Queued", tone: "blue" },
  retrying: { label: "Trying again", tone: "amber" },
  sent: { label: "Sent", tone: "green" },
  kept: { label: "Kept here", tone: "gray" },
  failed: { label: "Failed", tone: "red" },
} as const satisfies Record<State, { label: string; tone: Tone }>;

export const MailState = ({ state }: { state: State }) => (
  <Badge tone={states[state].tone}>{states[state].label}</Badge>
);
