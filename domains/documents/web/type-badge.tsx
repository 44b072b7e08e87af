import { Badge, type Tone } from "#web/ui/badge.tsx";
import type { DocumentType } from "../types.ts";

/** DOC-09: the variant of each specified type, and `default` for others. */
export const variantOf = (type: string) =>
  Object.hasOwn(variants, type) ? variants[type as keyof typeof variants] : "default";

const variants = {
  Lease: "lease",
  Addendum: "addendum",
  Maintenance: "maintenance",
  Contract: "contract",
  Insurance: "insurance",
} as const satisfies Partial<Record<DocumentType, string>>;

const tones: Record<ReturnType<typeof variantOf>, Tone> = {
  lease: "blue",
  addendum: "violet",
  maintenance: "amber",
  contract: "green",
  insurance: "teal",
  default: "gray",
};

export const TypeBadge = ({ type }: { type: string }) => (
  <Badge tone={tones[variantOf(type)]} hasDot={false}>
    {type}
  </Badge>
);
