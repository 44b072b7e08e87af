import { Badge, type Tone } from "#web/ui/faces/badge.tsx";
import type { DocumentType } from "../types.ts";

/** Returns the variant of each specified type, and `default` for others (DOC-09). */
export const getVariant = (type: string) =>
  Object.hasOwn(variants, type) ? variants[type as keyof typeof variants] : "default";

const variants = {
  Lease: "lease",
  Addendum: "addendum",
  Maintenance: "maintenance",
  Contract: "contract",
  Insurance: "insurance",
} as const satisfies Partial<Record<DocumentType, string>>;

const tones: Record<ReturnType<typeof getVariant>, Tone> = {
  lease: "blue",
  addendum: "violet",
  maintenance: "amber",
  contract: "green",
  insurance: "teal",
  default: "gray",
};

export const TypeBadge = ({ type }: { type: string }) => (
  <Badge tone={tones[getVariant(type)]} hasMark={false}>
    {type}
  </Badge>
);
