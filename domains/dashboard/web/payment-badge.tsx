import { Badge, type Tone } from "#web/ui/badge.tsx";

const looks = {
  pending: { label: "Pending", tone: "amber" },
  paid: { label: "Paid", tone: "green" },
  overdue: { label: "Overdue", tone: "red" },
} as const satisfies Record<string, { label: string; tone: Tone }>;
export type PaymentVariant = keyof typeof looks;

/** DASH-21, DASH-22: completed is paid, anything else overdue. */
export const variantOf = (status: string): PaymentVariant => (status === "completed" ? "paid" : "overdue");

/** DASH-23. */
export function PaymentBadge({ variant }: { variant: PaymentVariant }) {
  const { label, tone } = looks[variant];
  return <Badge tone={tone}>{label}</Badge>;
}
