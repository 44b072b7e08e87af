import { Badge, type Tone } from "#web/ui/faces/badge.tsx";
import type { Delivery, Webhook } from "../contract.ts";

export const WebhookState = ({ webhook: { state, failingSince } }: { webhook: Webhook }) =>
  state === "paused" ? (
    <Badge tone="gray">Paused</Badge>
  ) : failingSince !== null ? (
    <Badge tone="red">Failing</Badge>
  ) : (
    <Badge tone="green">Active</Badge>
  );

export const deliveryStateLabels: Record<Delivery["state"], string> = {
  waiting: "Waiting",
  retrying: "Retrying",
  delivered: "Delivered",
  failed: "Failed",
};
const tones: Record<Delivery["state"], Tone> = {
  waiting: "blue",
  retrying: "amber",
  delivered: "green",
  failed: "red",
};

export const DeliveryState = ({ state }: Pick<Delivery, "state">) => (
  <Badge tone={tones[state]}>{deliveryStateLabels[state]}</Badge>
);
