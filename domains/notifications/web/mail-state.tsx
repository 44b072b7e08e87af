import { Badge, type Tone } from "#web/ui/badge.tsx";
import type { Mail } from "../outbox-contract.ts";

/** `kept`: no mail server is set up, so the mail can only be read here. */
export const mailStateLabels = {
  queued: "Queued",
  retrying: "Trying again",
  failed: "Failed",
  sent: "Sent",
  kept: "Not sent (no mail server)",
} as const satisfies Record<Mail["state"], string>;

const tones = {
  queued: "blue",
  retrying: "amber",
  failed: "red",
  sent: "green",
  kept: "gray",
} as const satisfies Record<Mail["state"], Tone>;

export const MailState = ({ state }: { state: Mail["state"] }) => (
  <Badge tone={tones[state]}>{mailStateLabels[state]}</Badge>
);
