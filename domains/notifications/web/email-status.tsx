import { Badge, type Tone } from "#web/ui/faces/badge.tsx";
import type { OutboxEmail } from "../outbox-contract.ts";

/** `stored`: no mail server is set up, so the email can only be read in the outbox. */
export const emailStateLabels = {
  queued: "Queued",
  retrying: "Retrying",
  failed: "Failed",
  sent: "Sent",
  stored: "Not sent (no mail server)",
} as const satisfies Record<OutboxEmail["state"], string>;

const tones = {
  queued: "blue",
  retrying: "amber",
  failed: "red",
  sent: "green",
  stored: "gray",
} as const satisfies Record<OutboxEmail["state"], Tone>;

export const EmailStatus = ({ state }: { state: OutboxEmail["state"] }) => (
  <Badge tone={tones[state]}>{emailStateLabels[state]}</Badge>
);
